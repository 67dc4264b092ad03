// The transposition table of the engine: what is known of a position, shared by all threads.
//
// Three words per entry, written and read one by one without locks, each relaxed. Two threads may
// write the same entry at once, and a reader may see words of both. Such a mixture is never
// believed: both key words are sealed with the data and with each other, so that they fit only if
// all three were written together (or with a chance of 2^-64 per read). Losing an entry is
// harmless. Up to 8x8 the key is the position itself; above it is a 128-bit hash of it.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

#include "../hash.hpp"
#include "types.hpp"
#include "zeroed_memory.hpp"

namespace outflank {

struct TableKey {
  std::uint64_t first, second, place;
};

template <int N>
TableKey table_key(const Board<N>& board) {
  if constexpr (N <= 8) {
    const std::uint64_t own = board.own.limb[0], opp = board.opp.limb[0];
    return {own, opp, mix(own * 0x9e3779b97f4a7c15u ^ std::rotl(opp * 0xc2b2ae3d27d4eb4fu, 32))};
  } else {
    const std::uint64_t first = hash<N>(board), second = hash<N>(board, 0x5851f42d4c957f2du);
    return {first, second, first};
  }
}

// What a search of `depth` plies found: the value lies between the bounds. A depth equal to the
// number of empty squares means the end of the game, and the value is the final score.
struct TableData {
  static constexpr std::uint8_t no_move = 255;

  std::int16_t lower = 0, upper = 0;
  std::uint8_t depth = 0;
  Selectivity selectivity = Selectivity::full_width;
  std::uint8_t generation = 0;
  std::uint8_t move = no_move;
};
static_assert(sizeof(TableData) == 8);

class TranspositionTable {
 public:
  // Takes the memory when first written; never more than `bytes`.
  explicit TranspositionTable(std::size_t bytes)
      : count_(bytes / sizeof(Bucket)), memory_(count_ * sizeof(Bucket)) {
    if (count_ == 0) return;
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.start());
    const std::uintptr_t aligned = (address + alignof(Bucket) - 1) & ~(alignof(Bucket) - 1);
    buckets_ = reinterpret_cast<Bucket*>(aligned);
    // One bucket goes to the alignment; also where it is not needed, so that node counts do not
    // depend on where the memory lies.
    --count_;
  }

  bool exists() const { return count_ != 0; }

  // Entries of earlier searches still serve, but are the first to be replaced.
  void next_generation() {
    ++generation_;
    ++generations_since_clear_;
  }

  // Forgets everything: entries with another salt are never found, and count as empty.
  void forget() {
    if (!exists()) return;
    next_generation();
    salt_ += 0x9e3779b97f4a7c15u;
    // After a full round the oldest entries would look like new ones.
    if (generations_since_clear_ >= 255) clear();
  }

  // Fetches what `find` will look at, while something else is done.
  void prefetch(const TableKey& key) const {
#if defined(__GNUC__)
    if (!exists()) return;
    const auto* const bucket = reinterpret_cast<const char*>(&buckets_[index_of(key)]);
    __builtin_prefetch(bucket);
    __builtin_prefetch(bucket + sizeof(Bucket) / 2);
#else
    static_cast<void>(key);
#endif
  }

  bool find(const TableKey& key, TableData& found) const {
    if (!exists()) return false;
    const Bucket& bucket = buckets_[index_of(key)];
    for (const Entry& entry : bucket.entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (data == 0 || !matches(entry, key, data)) continue;
      found = std::bit_cast<TableData>(data);
      return true;
    }
    return false;
  }

  // Both bounds known of the same depth are kept; a shallower or more selective search never
  // replaces a deeper or fuller one of this generation.
  void store(const TableKey& key, int depth, Selectivity selectivity, int lower, int upper,
             int move) {
    if (!exists()) return;
    Bucket& bucket = buckets_[index_of(key)];
    Entry* victim = nullptr;
    int least = 1 << 30;
    for (Entry& entry : bucket.entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (data != 0 && matches(entry, key, data)) {
        update(entry, key, std::bit_cast<TableData>(data), depth, selectivity, lower, upper, move);
        return;
      }
      const auto known = std::bit_cast<TableData>(data);
      const int worth = data == 0 || known.generation != generation_ ? 0 : known.depth + 1;
      if (worth < least) {
        least = worth;
        victim = &entry;
      }
    }
    write(*victim, key, made(depth, selectivity, lower, upper, move));
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> first, second, data;
  };
  // Five entries of 24 bytes and a rest of 8: two lines of the cache.
  struct alignas(128) Bucket {
    Entry entries[5];
  };
  static_assert(sizeof(Bucket) == 128);

  std::size_t index_of(const TableKey& key) const {
    return (key.place >> 32) * static_cast<std::uint64_t>(count_) >> 32;
  }
  std::uint64_t first_word(const TableKey& key, std::uint64_t data) const {
    return key.first ^ (data + salt_) * 0xd6e8feb86659fd93u;
  }
  std::uint64_t second_word(const TableKey& key, std::uint64_t data) const {
    return key.second ^ (data ^ std::rotl(key.first, 32)) * 0xa0761d6478bd642fu;
  }
  bool matches(const Entry& entry, const TableKey& key, std::uint64_t data) const {
    return entry.first.load(std::memory_order_relaxed) == first_word(key, data) &&
           entry.second.load(std::memory_order_relaxed) == second_word(key, data);
  }

  TableData made(int depth, Selectivity selectivity, int lower, int upper, int move) const {
    return {static_cast<std::int16_t>(lower),
            static_cast<std::int16_t>(upper),
            static_cast<std::uint8_t>(depth),
            selectivity,
            generation_,
            static_cast<std::uint8_t>(move)};
  }

  void update(Entry& entry, const TableKey& key, const TableData& old, int depth,
              Selectivity selectivity, int lower, int upper, int move) {
    const bool same = old.depth == depth && old.selectivity == selectivity;
    const bool less = old.depth > depth || (old.depth == depth && old.selectivity > selectivity);
    if (less && old.generation == generation_) return;
    // Deeper entries met on the way can make two searches of one depth disagree: the newer wins.
    if (same && lower <= old.upper && upper >= old.lower) {
      lower = std::max<int>(lower, old.lower);
      upper = std::min<int>(upper, old.upper);
    }
    if (move == TableData::no_move) move = old.move;
    write(entry, key, made(depth, selectivity, lower, upper, move));
  }

  void write(Entry& entry, const TableKey& key, const TableData& known) const {
    const auto data = std::bit_cast<std::uint64_t>(known);
    entry.first.store(first_word(key, data), std::memory_order_relaxed);
    entry.second.store(second_word(key, data), std::memory_order_relaxed);
    entry.data.store(data, std::memory_order_relaxed);
  }

  void clear() {
    for (std::size_t i = 0; i < count_; ++i)
      for (Entry& entry : buckets_[i].entries) entry.data.store(0, std::memory_order_relaxed);
    generations_since_clear_ = 0;
  }

  std::size_t count_;
  ZeroedMemory memory_;
  Bucket* buckets_ = nullptr;
  std::uint8_t generation_ = 0;
  std::uint64_t salt_ = 0, generations_since_clear_ = 0;
};

}  // namespace outflank
