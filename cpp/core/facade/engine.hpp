// The facade's third part: the trained evaluation and the strong engine, for boards of any size.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "../search/types.hpp"
#include "facade.hpp"

namespace outflank {

// Shapes on one board size, and the ids of their contents (eval/pattern_layout.hpp).
class Layout {
 public:
  virtual ~Layout() = default;

  // Throws NotationError naming the shape and what is wrong with it.
  static std::shared_ptr<const Layout> make(int size, const std::vector<std::vector<int>>& shapes);

  virtual int size() const = 0;
  virtual int width() const = 0;
  virtual int columns() const = 0;
  // The position must be of this size; `row` has room for width() ids.
  virtual void describe(const Position&, std::int32_t* row) const = 0;
};

// A trained evaluation; never changes.
class Weights {
 public:
  virtual ~Weights() = default;

  // `values`: phases times the layout's columns, in 1/128 of a disc.
  static std::shared_ptr<const Weights> make(const Layout&, int phases,
                                             std::span<const std::int16_t> values,
                                             const ProbCutModel&);

  virtual int size() const = 0;
  virtual int phases() const = 0;
  virtual int phase(int discs) const = 0;
  // The expected final score in discs, for the side to move.
  virtual double value(const Position&) const = 0;
};

struct EngineLimits : Limits {
  // How sure a search has to be of what it leaves out: 73, 87, 95, 98, 99 or 100 %, or the next of
  // these. Without a depth limit it is where a search starts: at the end of the game it climbs to
  // 100 %. Without weights it is 100 %.
  int selectivity = 100;
  // To the end of the game, whatever the depth.
  bool to_end = false;
  // How many moves get a line and a value of their own; 0: the best move and its value only.
  int lines = 1;
  // Only who wins matters: the sign of an exact score is right, its size is not worked out.
  bool outcome_only = false;
  // Forget what earlier searches stored.
  bool fresh = false;
  // Seconds for a usual move, after which deeper iterations are not begun: fewer where the best
  // move stays the same, more where it changes (search/pace.hpp). Zero: as the limits allow.
  double pace = 0;
};

struct EngineLine {
  Move move;
  int score = 0;
  std::vector<Move> line;
};

struct Snapshot {
  int number = 0;
  bool finished = false;
  int depth = 0;
  int selectivity = 100;
  bool exact = false;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<EngineLine> lines;  // best first
};

// One search at a time; `stop` may be called by any thread. Searches throw NotationError for a
// position of another size or a limit below zero, IllegalMove if there is no legal square, and
// EngineError while another one is under way or in a child of the process that made the engine.
class EngineCore {
 public:
  virtual ~EngineCore() = default;

  // Without weights positions are judged by mobility and corners.
  static std::unique_ptr<EngineCore> make(int size, std::shared_ptr<const Weights>, int threads,
                                          std::size_t table_bytes);

  virtual int size() const = 0;
  // On the calling thread. `interrupted` is asked now and then on that thread; true ends the
  // search.
  virtual Snapshot search(const Position&, const EngineLimits&,
                          const std::function<bool()>& interrupted) = 0;
  // On a thread of its own; ends a search that is still running there.
  virtual void start(const Position&, const EngineLimits&) = 0;
  // The newest snapshot with a number above `after`; waits for it up to `seconds`, and returns one
  // with number 0 if there is none.
  virtual Snapshot wait(double seconds, int after) = 0;
  virtual void stop() = 0;
  // What all threads together waited for work in the last search.
  virtual double idle_seconds() const = 0;
};

}  // namespace outflank
