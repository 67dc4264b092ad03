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

  int solve(const Board<N>& board, int alpha, int beta) {
    const Set empty = board.empty();
    return search(board, empty, empty.count(), odd_quadrants<N>(empty), alpha, beta);
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

  // The value of moving to `bit` with one other square left, or none if it flips nothing.
  int try_last_two(const Set& own, const Set& opp, int bit, int other, int beta) {
    if ((neighbours<N>.of[static_cast<std::size_t>(bit)] & opp).none()) return none;
    const Set flipped = flips<N>(bit, own, opp);
    if (flipped.none()) return none;
    const Set next = opp ^ flipped;
    return -last_one(next, next.count(), other, -beta);
  }

  int last_two(const Set& own, const Set& opp, int first, int second, int alpha, int beta,
               bool passed = false) {
    ++ticker_.nodes;
    int best = try_last_two(own, opp, first, second, beta);
    if (best >= beta) return best;
    best = std::max(best, try_last_two(own, opp, second, first, beta));
    if (best != none) return best;
    if (passed) return final_score(own, opp);
    return -last_two(opp, own, first, second, -beta, -alpha, true);
  }

  // Moves to `bit`; what follows is searched by `rest`. False: the window is closed.
  template <class Rest>
  bool consider(const Set& own, const Set& opp, int bit, int& best, int& alpha, int beta,
                Rest&& rest) {
    if ((neighbours<N>.of[static_cast<std::size_t>(bit)] & opp).none()) return true;
    const Set flipped = flips<N>(bit, own, opp);
    if (flipped.none()) return true;
    const int value = -rest(opp ^ flipped, own | flipped | Set::single(bit), -beta, -alpha);
    if (value > best) {
      best = value;
      if (value > alpha) alpha = value;
    }
    return alpha < beta;
  }

  int last_three(const Set& own, const Set& opp, int a, int b, int c, int alpha, int beta,
                 bool passed = false) {
    ++ticker_.nodes;
    int best = none;
    const int low = alpha;
    const auto rest = [&](int x, int y) {
      return [this, x, y](const Set& o, const Set& p, int lower, int upper) {
        return last_two(o, p, x, y, lower, upper);
      };
    };
    if (consider(own, opp, a, best, alpha, beta, rest(b, c)) &&
        consider(own, opp, b, best, alpha, beta, rest(a, c)))
      consider(own, opp, c, best, alpha, beta, rest(a, b));
    if (best != none) return best;
    if (passed) return final_score(own, opp);
    return -last_three(opp, own, a, b, c, -beta, -low, true);
  }

  int last_four(const Set& own, const Set& opp, int a, int b, int c, int d, int alpha, int beta,
                bool passed = false) {
    ++ticker_.nodes;
    int best = none;
    const int low = alpha;
    const auto rest = [&](int x, int y, int z) {
      return [this, x, y, z](const Set& o, const Set& p, int lower, int upper) {
        return ordered_three(o, p, x, y, z, lower, upper);
      };
    };
    if (consider(own, opp, a, best, alpha, beta, rest(b, c, d)) &&
        consider(own, opp, b, best, alpha, beta, rest(a, c, d)) &&
        consider(own, opp, c, best, alpha, beta, rest(a, b, d)))
      consider(own, opp, d, best, alpha, beta, rest(a, b, c));
    if (best != none) return best;
    if (passed) return final_score(own, opp);
    return -last_four(opp, own, a, b, c, d, -beta, -low, true);
  }

  // With two squares in one quadrant the third, alone in its own, goes first.
  int ordered_three(const Set& own, const Set& opp, int a, int b, int c, int alpha, int beta) {
    const auto of = [](int bit) { return quadrants<N>.of[static_cast<std::size_t>(bit)]; };
    if (of(a) == of(b)) {
      if (of(c) != of(a)) std::swap(a, c);
    } else if (of(a) == of(c)) {
      std::swap(a, b);
    }
    return last_three(own, opp, a, b, c, alpha, beta);
  }

  int ordered_four(const Set& own, const Set& opp, const Set& empty, unsigned odd, int alpha,
                   int beta) {
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
    return last_four(own, opp, bits[0], bits[1], bits[2], bits[3], alpha, beta);
  }

  int last_three_or_fewer(const Board<N>& board, const Set& empty, int count, int alpha, int beta) {
    int bits[3] = {};
    int found = 0;
    empty.each([&](int bit) { bits[found++] = bit; });
    switch (count) {
      case 0: ++ticker_.nodes; return final_score(board.own, board.opp);
      case 1: return last_one(board.own, board.own.count(), bits[0], alpha);
      case 2: return last_two(board.own, board.opp, bits[0], bits[1], alpha, beta);
      default: return ordered_three(board.own, board.opp, bits[0], bits[1], bits[2], alpha, beta);
    }
  }

  int search(const Board<N>& board, const Set& empty, int count, unsigned odd, int alpha,
             int beta) {
    if (count > parity_empties)
      return fastest_first_search(board, empty, count, odd, alpha, beta, false);
    if (count > 4) return parity_search(board, empty, count, odd, alpha, beta, false);
    if (count == 4) return ordered_four(board.own, board.opp, empty, odd, alpha, beta);
    return last_three_or_fewer(board, empty, count, alpha, beta);
  }

  // Five squares and more, in the order of parity.
  int parity_search(const Board<N>& board, const Set& empty, int count, unsigned odd, int alpha,
                    int beta, bool passed) {
    ++ticker_.nodes;
    int bound;
    if (stability_cutoff(board, empty, count, alpha, bound)) return bound;
    const Set legal = board.legal_moves();
    if (legal.none()) {
      if (passed) return final_score(board.own, board.opp);
      return -parity_search(board.passed(), empty, count, odd, -beta, -alpha, true);
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
        const int value = count == 5
                              ? -ordered_four(next.own, next.opp, left, parity, -beta, -alpha)
                              : -parity_search(next, left, count - 1, parity, -beta, -alpha, false);
        if (value > best) {
          best = value;
          if (value > alpha) alpha = value;
          if (alpha >= beta) return best;
        }
      }
    }
    return best;
  }

  struct EndgameMove {
    Board<N> next;
    int bit, rank;
  };
  // Uninitialised on purpose, as in MoveList.
  struct EndgameMoveList {
    EndgameMoveList() {}
    union {
      std::array<EndgameMove, most_empties> moves;
    };
  };

  int fastest_first_search(const Board<N>& board, const Set& empty, int count, unsigned odd,
                           int alpha, int beta, bool passed) {
    ticker_.tick();
    int bound;
    if (stability_cutoff(board, empty, count, alpha, bound)) return bound;
    const Set legal = board.legal_moves();
    if (legal.none()) {
      if (passed) return final_score(board.own, board.opp);
      return -fastest_first_search(board.passed(), empty, count, odd, -beta, -alpha, true);
    }
    Entry& entry = slot(board);
    const bool known = entry.used && entry.board == board;
    int table_move = -1;
    if (known) {
      if (entry.lower >= beta || entry.lower == entry.upper) return entry.lower;
      if (entry.upper <= alpha) return entry.upper;
      alpha = std::max<int>(alpha, entry.lower);
      beta = std::min<int>(beta, entry.upper);
      table_move = entry.move;
    }
    EndgameMoveList list;
    auto& moves = list.moves;
    int total = 0;
    const int low = alpha;
    {
      Set rest = legal;
      while (rest.any()) {
        const int bit = rest.first();
        rest ^= Set::single(bit);
        EndgameMove& move = moves[static_cast<std::size_t>(total++)];
        move.bit = bit;
        move.next = board.after(bit);
        if (move.next.own.none()) return squares;
        // Enhanced transposition cut-off: the reply may be known to be bad enough already.
        if (count - 1 > parity_empties) {
          const Entry& reply = slot(move.next);
          if (reply.used && reply.board == move.next && -reply.upper >= beta) return -reply.upper;
        }
        move.rank = rank(move.next, bit, odd) + (bit == table_move ? 1000 : 0);
      }
    }
    int best = none, best_bit = -1;
    for (int i = 0; i < total; ++i) {
      int top = i;
      for (int j = i + 1; j < total; ++j)
        if (moves[static_cast<std::size_t>(j)].rank > moves[static_cast<std::size_t>(top)].rank)
          top = j;
      if (top != i)
        std::swap(moves[static_cast<std::size_t>(top)], moves[static_cast<std::size_t>(i)]);
      const EndgameMove& move = moves[static_cast<std::size_t>(i)];
      const Set left = empty ^ Set::single(move.bit);
      const unsigned parity = odd ^ quadrants<N>.of[static_cast<std::size_t>(move.bit)];
      int value;
      if (i == 0 || beta - alpha == 1) {
        value = -search(move.next, left, count - 1, parity, -beta, -alpha);
      } else {
        value = -search(move.next, left, count - 1, parity, -alpha - 1, -alpha);
        if (value > alpha && value < beta)
          value = -search(move.next, left, count - 1, parity, -beta, -value + 1);
      }
      if (value > best) {
        best = value;
        best_bit = move.bit;
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
      }
    }
    store(entry, board, best, low, beta, best_bit);
    return best;
  }

  void store(Entry& entry, const Board<N>& board, int best, int low, int beta, int bit) {
    const bool same = entry.used && entry.board == board;
    int lower = same ? entry.lower : -squares, upper = same ? entry.upper : squares;
    if (best > low) lower = std::max(lower, best);
    if (best < beta) upper = std::min(upper, best);
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
  static int rank(const Board<N>& next, int bit, unsigned odd) {
    const Set replies = next.legal_moves();
    int value = -16 * (replies.count() + (replies & Masks<N>::corners).count());
    if (quadrants<N>.of[static_cast<std::size_t>(bit)] & odd) value += 8;
    if (Masks<N>::corners.test(bit)) value += 12;
    return value;
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
