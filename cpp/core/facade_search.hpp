// The facade's second half: evaluations and the classic searches, for boards of any size.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "facade.hpp"

namespace outflank {

// One term of an evaluation, by the names of docs/heuristics.md.
struct TermSpec {
  std::string name, feature, scale;
  std::vector<double> weights;  // size * size + 1, by the number of discs on the board
  std::vector<double> table;    // size * size, for the feature "table" only
};

struct Contribution {
  std::string name;
  double own, other, scaled, weight;
};

// A weighted sum of features on one board size; never changes.
class Evaluation {
 public:
  virtual ~Evaluation() = default;

  // Throws NotationError naming the term and what is wrong with it.
  static std::shared_ptr<const Evaluation> make(int size, const std::vector<TermSpec>& terms);
  static std::vector<std::string> features();
  // A feature counted for `color` and for its opponent.
  static std::pair<double, double> measure(const std::string& feature, const Position&, Color,
                                           const std::vector<double>& table);

  virtual int size() const = 0;
  virtual double value(const Position&, Color) const = 0;
  virtual std::vector<Contribution> explain(const Position&, Color) const = 0;
};

enum class Algorithm { minimax, alphabeta };
enum class Ordering { none, kandlikar_parry, matrix, killer };

struct SearchOptions {
  Algorithm algorithm = Algorithm::alphabeta;
  Ordering ordering = Ordering::killer;
  bool deepening = true;
  bool aspiration = false;
  // Answer from an iteration that was cut short, if its first move (the best so far) was done.
  bool partial = false;
  // A finished game outranks every heuristic value; if not, it is evaluated like any other.
  bool outcome_first = true;
  std::size_t table_bytes = std::size_t{64} << 20;  // 0: no table
  bool keep_table = false;
};

// Zero means no limit. A search needs at least one.
struct Limits {
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// What happened at one distance from the root.
struct PlyStatistics {
  std::uint64_t generated = 0, searched = 0, probes = 0, hits = 0, cuts = 0;
};

struct SearchResult {
  Move move;
  bool has_score = false;  // false: not even the first iteration was finished
  double score = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<Move> line;
  std::vector<PlyStatistics> plies;
};

// A search that can be asked again and again, by one thread at a time. `stop` may be called by
// any other. `interrupted` is asked now and then on the searching thread; true ends the search.
class Search {
 public:
  virtual ~Search() = default;

  static std::unique_ptr<Search> classic(std::shared_ptr<const Evaluation>, const SearchOptions&);
  // UCT. Without an evaluation, leaves are judged by random games.
  static std::unique_ptr<Search> monte_carlo(int size, std::shared_ptr<const Evaluation>,
                                             double exploration, std::size_t memory_bytes,
                                             std::uint64_t seed);

  // The position must have a legal square.
  virtual SearchResult search(const Position&, const Limits&,
                              const std::function<bool()>& interrupted) = 0;

  void stop() { stopped_.store(true, std::memory_order_relaxed); }

 protected:
  std::atomic<bool> stopped_{false};
};

}  // namespace outflank
