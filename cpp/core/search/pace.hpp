// When to stop thinking before the time is up: a move that nothing has changed for a while needs
// less of it, one that has just changed, or has just become worse, needs more.
#pragma once

namespace outflank {

class Pace {
 public:
  // `seconds`: how long to think about a usual move; 0 for as long as the limits allow.
  explicit Pace(double seconds) : seconds_(seconds) {}

  // Asked after every iteration with what it found.
  bool is_enough(int move, int score, double elapsed) {
    if (seconds_ <= 0) return false;
    const bool same = move == move_;
    const bool worse = steps_ > 0 && score <= score_ - drop;
    unchanged_ = same ? unchanged_ + 1 : 0;
    move_ = move;
    score_ = score;
    ++steps_;
    const double share = worse || (!same && steps_ > 1) ? slow : unchanged_ >= settled ? quick : 1;
    return elapsed >= share * seconds_;
  }

 private:
  static constexpr double quick = 0.5, slow = 2;
  static constexpr int settled = 5;  // iterations
  static constexpr int drop = 3;     // discs; about the standard deviation between two iterations

  double seconds_;
  int move_ = -1, score_ = 0, steps_ = 0, unchanged_ = 0;
};

}  // namespace outflank
