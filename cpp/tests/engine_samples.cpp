#include "engine_samples.hpp"

#include <algorithm>
#include <cmath>

namespace outflank::test {
namespace {

Mailbox filled_board(int size, int empties, Random& random) {
  Mailbox board{size};
  const int mine = random.below(101);
  for (int square = 0; square < size * size; ++square)
    board.cell[square] = random.below(100) < mine ? Mailbox::own : Mailbox::opp;
  while (board.count(Mailbox::empty) < empties)
    board.cell[random.below(size * size)] = Mailbox::empty;
  return board;
}

// The first board of a random game with so few empty squares, or its last if it ends before.
Mailbox played_board(int size, int empties, Random& random) {
  Mailbox board = Mailbox::start(size);
  int left = size * size - 4;
  while (left > empties) {
    const std::vector<int> moves = board.legal_moves();
    if (moves.empty()) {
      board = board.passed();
      if (board.legal_moves().empty()) break;
    } else {
      board = board.after(moves[random.below(static_cast<int>(moves.size()))]);
      --left;
    }
  }
  return board;
}

}  // namespace

std::vector<Mailbox> late_boards(int size, int empties, int wanted, std::uint64_t seed) {
  std::vector<Mailbox> boards;
  Random random(seed);
  while (static_cast<int>(boards.size()) < wanted) {
    const Mailbox board = boards.size() % 2 == 0 ? played_board(size, empties, random)
                                                 : filled_board(size, empties, random);
    if (board.count(Mailbox::empty) == empties) boards.push_back(board);
  }
  return boards;
}

std::vector<Position> late_positions(int size, int empties, int wanted, std::uint64_t seed) {
  std::vector<Position> positions;
  for (std::uint64_t round = 0; static_cast<int>(positions.size()) < wanted; ++round)
    for (const Mailbox& board : late_boards(size, empties, wanted, seed + (round << 32))) {
      const Color turn = positions.size() % 2 == 0 ? Color::black : Color::white;
      const Position position = position_of(board, turn);
      if (position.can_move && static_cast<int>(positions.size()) < wanted)
        positions.push_back(position);
    }
  return positions;
}

std::vector<Position> searchable_positions(int size, int wanted, std::uint64_t seed) {
  std::vector<Position> positions;
  for (const Sample& sample : samples(size, seed, wanted)) {
    const Position position = position_of(sample.board, sample.turn);
    if (position.can_move) positions.push_back(position);
  }
  return positions;
}

std::vector<std::vector<int>> sample_shapes(int size) {
  std::vector<int> edge, diagonal;
  for (int i = 0; i < std::min(size, 10); ++i) {
    edge.push_back(i);
    diagonal.push_back(i * size + i);
  }
  const std::vector<int> block = {0, 1, 2, size, size + 1, size + 2, 2 * size, 2 * size + 1};
  const std::vector<int> hook = {size + 2, 0, 2 * size + 1, 1};
  const int middle = size / 2 * size + size / 2;
  const std::vector<int> centre = {middle, middle - 1, middle - size, middle - size - 1};
  return {edge, diagonal, block, hook, centre, {0}};
}

std::vector<std::int16_t> random_numbers(std::size_t count, int most, std::uint64_t seed) {
  std::vector<std::int16_t> numbers(count);
  Random random(seed);
  for (std::int16_t& number : numbers)
    number = static_cast<std::int16_t>(random.below(2 * most + 1) - most);
  return numbers;
}

std::shared_ptr<const Weights> random_weights(int size, int most, std::uint64_t seed) {
  constexpr int phases = 3;
  const auto layout = Layout::make(size, sample_shapes(size));
  const auto count = static_cast<std::size_t>(phases * layout->columns());
  return Weights::make(*layout, phases, random_numbers(count, most, seed), sample_probcut);
}

std::vector<Move> legal_moves_of(const Position& position) {
  std::array<Move, max_squares> moves;
  const int count = rules(position).legal_moves(position, moves);
  return {moves.begin(), moves.begin() + count};
}

Position played(Position position, const std::vector<Move>& line) {
  for (const Move move : line) position = rules(position).play(position, move);
  return position;
}

int final_score(const Position& position) {
  const int black = rules(position).black_score(position);
  return position.turn == Color::black ? black : -black;
}

int plain_value(const Position& position, const Weights& weights, int depth) {
  if (position.over) return final_score(position);
  if (depth == 0) {
    const int most = position.size * position.size - 1;
    return std::clamp(static_cast<int>(std::lround(weights.value(position))), -most, most);
  }
  const Rules& rules = outflank::rules(position);
  if (!position.can_move) return -plain_value(rules.play(position, Move{}), weights, depth);
  int best = -position.size * position.size;
  for (const Move move : legal_moves_of(position))
    best = std::max(best, -plain_value(rules.play(position, move), weights, depth - 1));
  return best;
}

}  // namespace outflank::test
