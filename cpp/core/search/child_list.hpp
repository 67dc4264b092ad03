// The moves of a node of the engine, best first: picked one after the other, since most nodes are
// decided by their first.
#pragma once

#include <algorithm>
#include <array>

#include "../board.hpp"

namespace outflank {

template <int N>
struct Child {
  int bit, rank;
  Bits<N> flipped;
  Bits<N> replies;  // the legal moves after it, found while ranking and handed down
};

template <int N>
class ChildList {
 public:
  ChildList(const Board<N>& board, const Bits<N>& legal) {
    legal.each([&](int bit) {
      Child<N>& child = children_[static_cast<std::size_t>(count_++)];
      child.bit = bit;
      child.flipped = board.flips(bit);
    });
  }

  Child<N>* begin() { return children_.data(); }
  Child<N>* end() { return children_.data() + count_; }
  int size() const { return count_; }
  Child<N>& operator[](int i) { return children_[static_cast<std::size_t>(i)]; }

  // Puts a move first, if it is there.
  bool to_front(int bit) {
    for (Child<N>& child : *this)
      if (child.bit == bit) {
        std::swap(child, *begin());
        return true;
      }
    return false;
  }

  // Puts the best of those from `place` on there. Of equal ones the first in the list.
  Child<N>& pick(int place) {
    Child<N>* const here = begin() + place;
    Child<N>* best = here;
    for (Child<N>* other = here + 1; other < end(); ++other)
      if (other->rank > best->rank) best = other;
    if (best != here) std::swap(*best, *here);
    return *here;
  }

  void sort(int from) {
    for (int i = from; i + 1 < count_; ++i) pick(i);
  }

 private:
  // Uninitialised on purpose: clearing it would cost more than the search of a small node.
  union {
    std::array<Child<N>, Geometry<N>::squares> children_;
  };
  int count_ = 0;
};

}  // namespace outflank
