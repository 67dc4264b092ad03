// The facade's second part: evaluations and the classic searches, for boards of any size.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../search/types.hpp"
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

struct ClassicOptions {
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

// A search that can be asked again and again, one search at a time. `stop` may be called by any
// thread.
class Search {
 public:
  virtual ~Search() = default;

  static std::unique_ptr<Search> classic(std::shared_ptr<const Evaluation>, const ClassicOptions&);
  // UCT. Without an evaluation, leaves are judged by random games.
  static std::unique_ptr<Search> monte_carlo(int size, std::shared_ptr<const Evaluation>,
                                             double exploration, std::size_t memory_bytes,
                                             std::uint64_t seed);

  // `interrupted` is asked now and then on the calling thread; true ends the search. Throws
  // NotationError for a position of another size or a limit below zero, IllegalMove if there is no
  // legal square, and EngineError while another search is under way.
  SearchResult search(const Position&, const Limits&, const std::function<bool()>& interrupted);

  virtual int size() const = 0;
  virtual void stop() = 0;

 protected:
  virtual SearchResult run(const Position&, const Limits&,
                           const std::function<bool()>& interrupted) = 0;

 private:
  std::atomic<bool> taken_{false};
};

}  // namespace outflank
