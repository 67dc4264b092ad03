// Solving the last moves of the game exactly.
//
// Every function returns the final score for the side to move if it lies between alpha and beta,
// and a bound on the right side of the window if not (fail-soft). One to four empty squares have
// routines of their own, with the squares as arguments; up to `parity_empties` the squares of odd
// quadrants go first; above, moves are ordered so that the opponent is left with few replies
// (fastest first), and a small transposition table of this thread holds bounds.
#pragma once

#include <vector>

#include "../hash.hpp"
#include "../stability.hpp"
#include "clock.hpp"
#include "last_flip.hpp"

namespace outflank {

template <int N>
struct Neighbours {
  std::array<Bits<N>, Geometry<N>::bits> of{};

  constexpr Neighbours() {
    for (int row = 0; row < N; ++row)
      for (int column = 0; column < N; ++column)
        of[static_cast<std::size_t>(Geometry<N>::bit(row, column))] =
            Masks<N>::where([&](int r, int c) {
              const int down = r - row, right = c - column;
              return (down != 0 || right != 0) && down * down <= 1 && right * right <= 1;
            });
  }
};
template <int N>
inline constexpr Neighbours<N> neighbours{};

// Parity by quadrant: who plays first into a region with an odd number of empty squares also
// plays last into it, which is usually good.
template <int N>
struct Quadrants {
  std::array<std::uint8_t, Geometry<N>::bits> of{};  // 1, 2, 4 or 8
  std::array<Bits<N>, 16> odd{};                     // squares of the quadrants in a set of them

  constexpr Quadrants() {
    for (int row = 0; row < N; ++row)
      for (int column = 0; column < N; ++column) {
        const int bit = Geometry<N>::bit(row, column);
        const int quadrant = 1 << ((row >= N / 2) * 2 + (column >= N / 2));
        of[static_cast<std::size_t>(bit)] = static_cast<std::uint8_t>(quadrant);
        for (std::size_t set = 0; set < 16; ++set)
          if (set & static_cast<std::size_t>(quadrant)) odd[set].set(bit);
      }
  }
};
template <int N>
inline constexpr Quadrants<N> quadrants{};

// The quadrants with an odd number of empty squares.
template <int N>
unsigned odd_quadrants(const Bits<N>& empty) {
  unsigned set = 0;
  for (unsigned quadrant = 1; quadrant <= 8; quadrant *= 2)
    if ((empty & quadrants<N>.odd[quadrant]).count() & 1) set |= quadrant;
  return set;
}

template <int N>
class Endgame {
  using Set = Bits<N>;
  static constexpr int squares = Geometry<N>::squares;
  static constexpr int none = -1000;  // below every score

 public:
  // Up to this many empty squares moves are ordered by parity alone and nothing is stored. Nodes of
  // 20 WTHOR positions with 20 empty squares with 5 / 6 / 7: 121 / 135 / 171 million; 5 took 5 %
  // more CPU time all the same (4.25 and 4.03 s, three runs): nodes with a move list are dearer.
  static constexpr int parity_empties = 6;
  // Above this many the caller searches: it has an evaluation to order moves with. The same
  // positions with 11 / 12 / 13: 127 / 135 / 143 million nodes; CPU time was not measured.
  static constexpr int most_empties = N <= 8 ? 12 : 10;

  explicit Endgame(Ticker& ticker) : ticker_(ticker), table_(table_size) {}

  // Stored bounds are always true; forgetting them makes node counts repeatable.
  void forget() {
    if (!used_) return;
    std::fill(table_.begin(), table_.end(), Entry{});
    used_ = false;
  }

  // `legal`: the legal moves of the side to move.
  int solve(const Board<N>& board, const Set& legal, int alpha, int beta) {
    const Set empty = board.empty();
    const int count = empty.count();
    if (beta - alpha > 1) return principal(board, legal, count, alpha, beta);
    return search(board, legal, empty, count, odd_quadrants<N>(empty), alpha);
  }

  // No more can be won than what the opponent cannot lose any more.
  static bool stability_cutoff(const Board<N>& board, const Set& empty, int count, int alpha,
                               int& bound) {
    if (alpha < stability_threshold(count)) return false;
    bound = squares - 2 * stable_discs<N>(board.opp, empty).count();
    return bound <= alpha;
  }

  // Below, it is rarely worth looking. With half of squares / 8 and with twice that, the same
  // positions as above take 134 and 164 million nodes.
  static constexpr int stability_threshold(int count) { return squares / 8 + 2 * count; }

 private:
  // The same positions with 12 / 13 / 14 bits: 138.8 / 135.3 / 131.8 million nodes. With 13 bits it
  // takes 192 KB on 8x8.
  static constexpr int table_bits = 13;
  static constexpr std::size_t table_size = std::size_t{1} << table_bits;

  struct Entry {
    Board<N> board{};
    std::int16_t lower = 0, upper = 0;
    std::uint8_t move = 255;
    bool used = false;
  };

  static int own_score(int own_discs) { return 2 * own_discs - squares; }

  static int final_score(const Set& own, const Set& opp) { return Board<N>{own, opp}.score(); }

  // The routines from here on ask one question: is the score above alpha? Their answer is a bound
  // on that side of it.

  // One square left: `own` moves there if it can, else the other side, else nobody.
  int last_one(const Set& own, int own_discs, int bit, int alpha) {
    ++ticker_.nodes;
    const int flipped = count_last_flips<N>(bit, own);
    if (flipped) return own_score(own_discs + flipped + 1);
    const int opp_discs = squares - 1 - own_discs;
    // If nobody can move, the square goes to the winner; if the other side can, it is worse.
    const int over = own_discs > opp_discs ? own_score(own_discs + 1) : own_score(own_discs);
    if (over <= alpha) return over;
    const Set opp = Masks<N>::board & ~own & ~Set::single(bit);
    const int lost = count_last_flips<N>(bit, opp);
    return lost ? own_score(own_discs - lost) : over;
  }

  // The discs flipped by moving to `bit`; none if it has no disc of the opponent beside it.
  static Set flips_at(const Set& own, const Set& opp, int bit) {
    if ((neighbours<N>.of[static_cast<std::size_t>(bit)] & opp).none()) return {};
    return flips<N>(bit, own, opp);
  }

  // The value of moving to `bit` with one other square left, or none if it flips nothing.
  int try_last_two(const Set& own, const Set& opp, int bit, int other, int alpha) {
    const Set flipped = flips_at(own, opp, bit);
    if (flipped.none()) return none;
    const Set next = opp ^ flipped;
    return -last_one(next, next.count(), other, -alpha - 1);
  }

  int last_two(const Set& own, const Set& opp, int first, int second, int alpha) {
    ++ticker_.nodes;
    int best = try_last_two(own, opp, first, second, alpha);
    if (best > alpha) return best;
    best = std::max(best, try_last_two(own, opp, second, first, alpha));
    if (best != none) return best;
    // A pass.
    ++ticker_.nodes;
    int worst = try_last_two(opp, own, first, second, -alpha - 1);
    if (worst >= -alpha) return -worst;
    worst = std::max(worst, try_last_two(opp, own, second, first, -alpha - 1));
    return worst != none ? -worst : final_score(own, opp);
  }

  // Moves to `bit`; what follows is searched by `rest`. True: the score is above alpha.
  template <class Rest>
  static bool refutes(const Set& own, const Set& opp, int bit, int& best, int alpha, Rest&& rest) {
    const Set flipped = flips_at(own, opp, bit);
    if (flipped.none()) return false;
    best = std::max(best, -rest(opp ^ flipped, own | flipped | Set::single(bit), -alpha - 1));
    return best > alpha;
  }

  int last_three(const Set& own, const Set& opp, int a, int b, int c, int alpha,
                 bool passed = false) {
    ++ticker_.nodes;
    int best = none;
    const auto rest = [&](int x, int y) {
      return [this, x, y](const Set& o, const Set& p, int lower) {
        return last_two(o, p, x, y, lower);
      };
    };
    if (refutes(own, opp, a, best, alpha, rest(b, c)) ||
        refutes(own, opp, b, best, alpha, rest(a, c)) ||
        refutes(own, opp, c, best, alpha, rest(a, b)) || best != none)
      return best;
    if (passed) return final_score(own, opp);
    return -last_three(opp, own, a, b, c, -alpha - 1, true);
  }

  int last_four(const Set& own, const Set& opp, int a, int b, int c, int d, int alpha,
                bool passed = false) {
    ++ticker_.nodes;
    int best = none;
    const auto rest = [&](int x, int y, int z) {
      return [this, x, y, z](const Set& o, const Set& p, int lower) {
        return ordered_three(o, p, x, y, z, lower);
      };
    };
    if (refutes(own, opp, a, best, alpha, rest(b, c, d)) ||
        refutes(own, opp, b, best, alpha, rest(a, c, d)) ||
        refutes(own, opp, c, best, alpha, rest(a, b, d)) ||
        refutes(own, opp, d, best, alpha, rest(a, b, c)) || best != none)
      return best;
    if (passed) return final_score(own, opp);
    return -last_four(opp, own, a, b, c, d, -alpha - 1, true);
  }

  // With two squares in one quadrant the third, alone in its own, goes first.
  int ordered_three(const Set& own, const Set& opp, int a, int b, int c, int alpha) {
    const auto of = [](int bit) { return quadrants<N>.of[static_cast<std::size_t>(bit)]; };
    if (of(a) == of(b)) {
      if (of(c) != of(a)) std::swap(a, c);
    } else if (of(a) == of(c)) {
      std::swap(a, b);
    }
    return last_three(own, opp, a, b, c, alpha);
  }

  int ordered_four(const Set& own, const Set& opp, const Set& empty, unsigned odd, int alpha) {
    int bits[4] = {};
    int count = 0;
    const Set first = empty & quadrants<N>.odd[odd];
    first.each([&](int bit) { bits[count++] = bit; });
    (empty & ~first).each([&](int bit) { bits[count++] = bit; });
    // Three and one: all four are odd, and the single one goes first.
    if (first.count() == 4 && std::popcount(odd) == 2) {
      for (int i = 1; i < 4; ++i)
        if ((empty & quadrants<N>.odd[quadrants<N>.of[static_cast<std::size_t>(bits[i])]])
                .count() == 1)
          std::swap(bits[0], bits[i]);
    }
    return last_four(own, opp, bits[0], bits[1], bits[2], bits[3], alpha);
  }

  int last_three_or_fewer(const Board<N>& board, const Set& empty, int count, int alpha) {
    int bits[3] = {};
    int found = 0;
    empty.each([&](int bit) { bits[found++] = bit; });
    switch (count) {
      case 0: ++ticker_.nodes; return final_score(board.own, board.opp);
      case 1: return last_one(board.own, board.own.count(), bits[0], alpha);
      case 2: return last_two(board.own, board.opp, bits[0], bits[1], alpha);
      default: return ordered_three(board.own, board.opp, bits[0], bits[1], bits[2], alpha);
    }
  }

  int search(const Board<N>& board, const Set& legal, const Set& empty, int count, unsigned odd,
             int alpha) {
    if (count > parity_empties)
      return fastest_first_search(board, legal, empty, count, odd, alpha, false);
    if (count > 4) return parity_search(board, legal, empty, count, odd, alpha, false);
    if (count == 4) return ordered_four(board.own, board.opp, empty, odd, alpha);
    return last_three_or_fewer(board, empty, count, alpha);
  }

  // Five squares and more, in the order of parity.
  int parity_search(const Board<N>& board, const Set& legal, const Set& empty, int count,
                    unsigned odd, int alpha, bool passed) {
    ++ticker_.nodes;
    int bound;
    if (stability_cutoff(board, empty, count, alpha, bound)) return bound;
    if (legal.none()) {
      if (passed) return final_score(board.own, board.opp);
      const Board<N> next = board.passed();
      return -parity_search(next, next.legal_moves(), empty, count, odd, -alpha - 1, true);
    }
    int best = none;
    const Set first = legal & quadrants<N>.odd[odd];
    for (Set rest : {first, legal & ~first}) {
      while (rest.any()) {
        const int bit = rest.first();
        const Set single = Set::single(bit);
        rest ^= single;
        const Set flipped = flips<N>(bit, board.own, board.opp);
        const Set left = empty ^ single;
        const unsigned parity = odd ^ quadrants<N>.of[static_cast<std::size_t>(bit)];
        const Board<N> next{board.opp ^ flipped, board.own | flipped | single};
        const int value = count == 5 ? -ordered_four(next.own, next.opp, left, parity, -alpha - 1)
                                     : -parity_search(next, next.legal_moves(), left, count - 1,
                                                      parity, -alpha - 1, false);
        if (value > best) {
          best = value;
          if (best > alpha) return best;
        }
      }
    }
    return best;
  }

  struct EndgameMove {
    Board<N> next;
    Set replies;
    int bit, rank;
  };
  // Uninitialised on purpose, as in ChildList.
  struct EndgameMoveList {
    EndgameMoveList() {}
    union {
      std::array<EndgameMove, most_empties> moves;
    };
    int count = 0;

    // Puts the best of those from `place` on there.
    EndgameMove& pick(int place) {
      EndgameMove* const here = moves.data() + place;
      EndgameMove* best = here;
      for (EndgameMove* other = here + 1; other < moves.data() + count; ++other)
        if (other->rank > best->rank) best = other;
      if (best != here) std::swap(*best, *here);
      return *here;
    }
  };

  int fastest_first_search(const Board<N>& board, const Set& legal, const Set& empty, int count,
                           unsigned odd, int alpha, bool passed) {
    ticker_.tick();
    int bound;
    if (stability_cutoff(board, empty, count, alpha, bound)) return bound;
    if (legal.none()) {
      if (passed) return final_score(board.own, board.opp);
      const Board<N> next = board.passed();
      return -fastest_first_search(next, next.legal_moves(), empty, count, odd, -alpha - 1, true);
    }
    Entry& entry = slot(board);
    int table_move = -1;
    if (entry.used && entry.board == board) {
      if (entry.lower > alpha) return entry.lower;
      if (entry.upper <= alpha) return entry.upper;
      table_move = entry.move;
    }
    EndgameMoveList list;
    const bool has_table = count - 1 > parity_empties;
    Set left = legal;
    while (left.any()) {
      const int bit = left.first();
      left ^= Set::single(bit);
      EndgameMove& move = list.moves[static_cast<std::size_t>(list.count++)];
      move.bit = bit;
      move.next = board.after(bit);
      if (move.next.own.none()) return squares;
      if (has_table) prefetch(slot(move.next));
    }
    for (int i = 0; i < list.count; ++i) {
      EndgameMove& move = list.moves[static_cast<std::size_t>(i)];
      // Enhanced transposition cut-off: the reply may be known to be bad enough already.
      if (has_table) {
        const Entry& reply = slot(move.next);
        if (reply.used && reply.board == move.next && -reply.upper > alpha) return -reply.upper;
      }
      move.replies = move.next.legal_moves();
      move.rank = rank(move.replies, move.bit, odd) + (move.bit == table_move ? 1000 : 0);
    }
    int best = none, best_bit = -1;
    for (int i = 0; i < list.count && best <= alpha; ++i) {
      const EndgameMove& move = list.pick(i);
      const int value =
          -search(move.next, move.replies, empty ^ Set::single(move.bit), count - 1,
                  odd ^ quadrants<N>.of[static_cast<std::size_t>(move.bit)], -alpha - 1);
      if (value > best) {
        best = value;
        best_bit = move.bit;
      }
    }
    store(entry, board, best, alpha, best_bit);
    return best;
  }

  // A window wider than one: few nodes have one, so that a single routine does for any number of
  // empty squares.
  int principal(const Board<N>& board, const Set& legal, int count, int alpha, int beta) {
    ticker_.tick();
    if (legal.none()) {
      const Set replies = board.passed().legal_moves();
      if (replies.none()) return final_score(board.own, board.opp);
      return -principal(board.passed(), replies, count, -beta, -alpha);
    }
    EndgameMoveList list;
    const unsigned odd = odd_quadrants<N>(board.empty());
    legal.each([&](int bit) {
      EndgameMove& move = list.moves[static_cast<std::size_t>(list.count++)];
      move.bit = bit;
      move.next = board.after(bit);
      move.replies = move.next.legal_moves();
      move.rank = rank(move.replies, bit, odd);
    });
    int best = none;
    for (int i = 0; i < list.count && alpha < beta; ++i) {
      const EndgameMove& move = list.pick(i);
      int value = alpha + 1;
      if (i > 0) value = -solve(move.next, move.replies, -alpha - 1, -alpha);
      // Inside the window the question has not been answered yet.
      if (i == 0 || (value > alpha && value < beta))
        value = -solve(move.next, move.replies, -beta, -(i == 0 ? alpha : value - 1));
      best = std::max(best, value);
      alpha = std::max(alpha, best);
    }
    return best;
  }

  void store(Entry& entry, const Board<N>& board, int best, int alpha, int bit) {
    const bool same = entry.used && entry.board == board;
    int lower = same ? entry.lower : -squares, upper = same ? entry.upper : squares;
    if (best > alpha) {
      lower = std::max(lower, best);
    } else {
      upper = std::min(upper, best);
    }
    entry.board = board;
    entry.lower = static_cast<std::int16_t>(lower);
    entry.upper = static_cast<std::int16_t>(upper);
    entry.move = static_cast<std::uint8_t>(bit);
    entry.used = used_ = true;
  }

  // Few replies for the opponent, corners counted twice; then odd quadrants and corners. Million
  // nodes of 20 WTHOR positions with 20 empty squares, and of FFO #40 to #44; as it is 135.3, 76.7:
  //   a reply to a corner counted once 136.2, 78.6; three times 137.9, 77.9
  //   an odd quadrant worth 4 instead of 8 134.4, 75.9; 16 142.2, 78.9
  //   a corner worth 0 instead of 12 137.4, 76.2; 24 147.2, 86.9
  static int rank(const Set& replies, int bit, unsigned odd) {
    int value = -16 * (replies.count() + (replies & Masks<N>::corners).count());
    if (quadrants<N>.of[static_cast<std::size_t>(bit)] & odd) value += 8;
    if (Masks<N>::corners.test(bit)) value += 12;
    return value;
  }

  static void prefetch(const Entry& entry) {
#if defined(__GNUC__)
    __builtin_prefetch(&entry);
#else
    static_cast<void>(entry);
#endif
  }

  Entry& slot(const Board<N>& board) {
    std::uint64_t h = 0;
    for (const std::uint64_t limb : board.own.limb) h = (h ^ limb) * 0x9e3779b97f4a7c15u;
    for (const std::uint64_t limb : board.opp.limb)
      h = (std::rotl(h, 32) ^ limb) * 0xc2b2ae3d27d4eb4fu;
    return table_[h >> (64 - table_bits)];
  }

  Ticker& ticker_;
  std::vector<Entry> table_;
  bool used_ = false;
};

}  // namespace outflank
