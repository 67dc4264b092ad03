// Patterns: small sets of squares whose contents are numbered, and the number looked up in a table.
//
// A shape is given once; its images under the eight symmetries are its instances. The content of
// an instance is a number in balanced ternary: each square counts 0 if empty, +1 with a disc of
// the side looked at and -1 with one of the other side, times a power of three. Seen by the other
// side the same content is the negative number, so one set of numbers serves both players.
// A shape that a symmetry maps onto itself has contents that are mirrors of each other; they share
// one weight, whose place among all weights is the content's id.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "../board.hpp"
#include "../errors.hpp"
#include "../symmetry.hpp"

namespace outflank {

// Hard limits; the numbers of an instance fit 16 bits up to ten squares.
inline constexpr int max_shape_squares = 10;

template <int N>
inline constexpr int max_instances = N <= 8    ? 64
                                     : N == 10 ? 96
                                               : 128;

// Legal moves above this count the same: no game comes near it.
inline constexpr int mobility_classes = 64;

constexpr int power_of_three(int exponent) {
  int power = 1;
  while (exponent-- > 0) power *= 3;
  return power;
}

template <int N>
class PatternLayout {
 public:
  struct Instance {
    int shape;
    std::vector<int> squares;  // row * N + column, in the order of the shape
  };
  struct Shape {
    std::vector<int> squares;
    int contents = 0;              // 3 to the number of squares
    int first_content = 0;         // where its contents begin among those of all shapes
    std::vector<std::int32_t> id;  // of each content, mirrors alike
  };

  // Throws NotationError naming the shape and what is wrong with it.
  explicit PatternLayout(const std::vector<std::vector<int>>& shapes) {
    for (std::size_t i = 0; i < shapes.size(); ++i) add(shapes[i], static_cast<int>(i));
    if (static_cast<int>(instances_.size()) > max_instances<N>) {
      throw NotationError("the shapes have " + std::to_string(instances_.size()) +
                          " instances; at most " + std::to_string(max_instances<N>) +
                          " are possible");
    }
    pattern_ids_ = ids_;
    ids_ += 2 * mobility_classes + Geometry<N>::squares + 1;
  }

  const std::vector<Shape>& shapes() const { return shapes_; }
  const std::vector<Instance>& instances() const { return instances_; }
  int contents() const { return contents_; }
  int ids() const { return ids_; }
  // The small tables beside the patterns: own mobility, the other side's, and the empty squares.
  int own_mobility_id(int count) const { return pattern_ids_ + capped(count); }
  int other_mobility_id(int count) const { return pattern_ids_ + mobility_classes + capped(count); }
  int empties_id(int empties) const { return pattern_ids_ + 2 * mobility_classes + empties; }
  int width() const { return static_cast<int>(instances_.size()) + 3; }

  // The ids of a board, seen by the side to move; `row` has room for width() of them.
  void describe(const Board<N>& board, std::int32_t* row) const {
    for (const Instance& instance : instances_) {
      const Shape& shape = shapes_[static_cast<std::size_t>(instance.shape)];
      int content = (shape.contents - 1) / 2, power = 1;
      for (const int square : instance.squares) {
        const int bit = Geometry<N>::bit_of_square(square);
        if (board.own.test(bit)) content += power;
        if (board.opp.test(bit)) content -= power;
        power *= 3;
      }
      *row++ = shape.id[static_cast<std::size_t>(content)];
    }
    *row++ = own_mobility_id(board.legal_moves().count());
    *row++ = other_mobility_id(board.passed().legal_moves().count());
    *row = empties_id(board.empties());
  }

 private:
  static int capped(int count) { return std::min(count, mobility_classes - 1); }

  static std::vector<int> image(const std::vector<int>& squares, int symmetry) {
    std::vector<int> result;
    for (const int square : squares) {
      const Cell cell = transform({square / N, square % N}, N, symmetry);
      result.push_back(cell.row * N + cell.column);
    }
    return result;
  }

  static std::vector<int> sorted(std::vector<int> squares) {
    std::sort(squares.begin(), squares.end());
    return squares;
  }

  static void check(const std::vector<int>& squares, int index) {
    const std::string where = "shape " + std::to_string(index);
    if (squares.empty() || squares.size() > max_shape_squares) {
      throw NotationError(where + " has " + std::to_string(squares.size()) +
                          " squares; it may have 1 to " + std::to_string(max_shape_squares));
    }
    const std::vector<int> ordered = sorted(squares);
    if (ordered.front() < 0 || ordered.back() >= Geometry<N>::squares)
      throw NotationError(where + " has a square that is not on the board");
    if (std::adjacent_find(ordered.begin(), ordered.end()) != ordered.end())
      throw NotationError(where + " names a square twice");
  }

  void add(const std::vector<int>& squares, int index) {
    check(squares, index);
    std::vector<std::vector<int>> seen;     // square sets of the instances so far
    std::vector<std::vector<int>> mirrors;  // images of the shape that are the shape itself
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
      std::vector<int> mapped = image(squares, symmetry);
      const std::vector<int> set = sorted(mapped);
      if (set == sorted(squares)) mirrors.push_back(mapped);
      if (std::find(seen.begin(), seen.end(), set) == seen.end()) {
        seen.push_back(set);
        instances_.push_back({index, std::move(mapped)});
      }
    }
    Shape shape{squares, power_of_three(static_cast<int>(squares.size())), contents_, {}};
    number(shape, mirrors);
    contents_ += shape.contents;
    shapes_.push_back(std::move(shape));
  }

  // Gives each content the id of the smallest of its mirrors.
  void number(Shape& shape, const std::vector<std::vector<int>>& mirrors) {
    const std::size_t count = shape.squares.size();
    std::vector<std::vector<int>> powers;  // of each place, after mirroring
    for (const std::vector<int>& mirror : mirrors) {
      std::vector<int> moved(count);
      for (std::size_t place = 0; place < count; ++place) {
        const auto found = std::find(mirror.begin(), mirror.end(), shape.squares[place]);
        moved[place] = power_of_three(static_cast<int>(found - mirror.begin()));
      }
      powers.push_back(std::move(moved));
    }
    shape.id.assign(static_cast<std::size_t>(shape.contents), -1);
    for (int content = 0; content < shape.contents; ++content) {
      int smallest = content;
      for (const std::vector<int>& moved : powers) {
        int rest = content, other = 0;
        for (std::size_t place = 0; place < count; ++place, rest /= 3)
          other += rest % 3 * moved[place];
        smallest = std::min(smallest, other);
      }
      shape.id[static_cast<std::size_t>(content)] =
          smallest == content ? ids_++ : shape.id[static_cast<std::size_t>(smallest)];
    }
  }

  std::vector<Shape> shapes_;
  std::vector<Instance> instances_;
  int contents_ = 0, ids_ = 0, pattern_ids_ = 0;
};

}  // namespace outflank
