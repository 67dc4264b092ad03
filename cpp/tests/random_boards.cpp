#include "random_boards.hpp"

namespace outflank::test {
namespace {

// The board after one random ply of an unfinished game.
Mailbox advanced(const Mailbox& board, Random& random) {
  const std::vector<int> moves = board.legal_moves();
  if (moves.empty()) return board.passed();
  return board.after(moves[random.below(static_cast<int>(moves.size()))]);
}

}  // namespace

Mailbox random_board(int size, Random& random) {
  Mailbox board{size};
  const int filled = random.below(101), mine = random.below(101);
  for (int square = 0; square < size * size; ++square)
    if (random.below(100) < filled)
      board.cell[square] = random.below(100) < mine ? Mailbox::own : Mailbox::opp;
  return board;
}

std::vector<Mailbox> reachable_boards(int size, int wanted, std::uint64_t seed) {
  std::vector<Mailbox> boards;
  Random random(seed);
  while (static_cast<int>(boards.size()) < wanted) {
    boards.push_back(Mailbox::start(size));
    while (!boards.back().is_over()) boards.push_back(advanced(boards.back(), random));
  }
  return boards;
}

std::vector<Mailbox> sample_boards(int size, int wanted, std::uint64_t seed) {
  std::vector<Mailbox> boards;
  Random random(seed);
  const int half = wanted / 2;
  const std::vector<Mailbox> played = reachable_boards(size, half, seed);
  for (int i = 0; i < half; ++i) {
    boards.push_back(played[i * played.size() / half]);
    boards.push_back(random_board(size, random));
  }
  for (int passing = 0, over = 0; passing < 3 || over < 3;) {
    const Mailbox board = random_board(size, random);
    if (!board.legal_moves().empty()) continue;
    int& found = board.is_over() ? over : passing;
    if (++found <= 3) boards.push_back(board);
  }
  return boards;
}

RandomGame::RandomGame(const Mailbox& board, std::uint64_t seed) : last(board) {
  Random random(seed);
  for (; !last.is_over(); ++plies) last = advanced(last, random);
}

}  // namespace outflank::test
