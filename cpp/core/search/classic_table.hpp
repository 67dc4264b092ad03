// The transposition table of the classic searches: bounds on values already worked out.
//
// The whole 64-bit hash is stored and compared. The hash covers both sides' discs, the side to
// move and the root player, since a value only holds for the player it was computed for. An entry
// of an earlier search counts as empty unless the table is kept on purpose.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace outflank {

enum class Bound : std::uint8_t { none, lower, upper, exact };

struct ClassicEntry {
  std::uint64_t key = 0;
  double value = 0;
  std::uint8_t depth = 0;
  Bound bound = Bound::none;
  std::uint8_t move = 0;  // a bit of the board, or no_move
  std::uint8_t generation = 0;
  bool complete = false;  // every line below ended in a finished game, none at the horizon

  static constexpr std::uint8_t no_move = 255;
};
static_assert(sizeof(ClassicEntry) == 24);

class ClassicTable {
 public:
  // Memory is taken when first used; never more than `bytes`.
  explicit ClassicTable(std::size_t bytes) : buckets_(bytes / sizeof(Bucket)) {
    if (buckets_ == 0) return;
    // Zero pages cost nothing until they are written.
    entries_.reset(static_cast<Bucket*>(std::calloc(buckets_, sizeof(Bucket))));
    if (!entries_) throw std::bad_alloc{};
  }

  bool exists() const { return buckets_ != 0; }

  // Forgets what earlier searches stored.
  void next_generation() {
    if (!exists()) return;
    if (++generation_ == 0) {
      // 255 searches on, old generations would look new again.
      for (std::size_t i = 0; i < buckets_; ++i) entries_.get()[i] = Bucket{};
      generation_ = 1;
    }
  }

  const ClassicEntry* find(std::uint64_t key) const {
    const Bucket& bucket = bucket_of(key);
    for (const ClassicEntry& entry : bucket.entries)
      if (entry.key == key && is_current(entry)) return &entry;
    return nullptr;
  }

  // Replaces the same position, else an outdated entry, else the shallower of the two.
  void store(std::uint64_t key, int depth, double value, Bound bound, std::uint8_t move,
             bool complete) {
    Bucket& bucket = bucket_of(key);
    ClassicEntry* victim = nullptr;
    for (ClassicEntry& entry : bucket.entries) {
      if (entry.key == key || !is_current(entry)) {
        victim = &entry;
        break;
      }
      if (victim == nullptr || entry.depth < victim->depth) victim = &entry;
    }
    *victim = {key, value, static_cast<std::uint8_t>(depth), bound, move, generation_, complete};
  }

 private:
  struct Bucket {
    ClassicEntry entries[2];
  };

  bool is_current(const ClassicEntry& entry) const {
    return entry.bound != Bound::none && entry.generation == generation_;
  }
  // The high half of the product spreads the hash evenly over any number of buckets.
  Bucket& bucket_of(std::uint64_t key) const {
    const auto index = (key >> 32) * static_cast<std::uint64_t>(buckets_) >> 32;
    return entries_.get()[index];
  }

  struct Free {
    void operator()(Bucket* memory) const { std::free(memory); }
  };

  std::size_t buckets_;
  std::unique_ptr<Bucket, Free> entries_;
  std::uint8_t generation_ = 1;
};

}  // namespace outflank
