// Evaluations and the classic searches.
#include "facade/classic.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "searching.hpp"

namespace outflank::bindings {

namespace {

using Numbers = std::vector<double>;
using Term = std::tuple<std::string, std::string, std::string, Numbers, Numbers>;

template <class Kind, std::size_t Count>
Kind named(const char* what, const std::string& name, const std::array<const char*, Count>& names) {
  for (std::size_t i = 0; i < Count; ++i)
    if (name == names[i]) return static_cast<Kind>(i);
  throw NotationError(std::string(what) + " '" + name + "' does not exist");
}

// Move, score (None if no iteration was finished), depth, nodes, seconds, line, and five counts
// per ply.
nb::object search(Search& self, const Position& position, int depth, std::uint64_t nodes,
                  double seconds) {
  const SearchResult result = interruptible([&](const auto& interrupted) {
    return self.search(position, {depth, nodes, seconds}, interrupted);
  });
  nb::list plies;
  for (const PlyStatistics& ply : result.plies)
    plies.append(nb::make_tuple(ply.generated, ply.searched, ply.probes, ply.hits, ply.cuts));
  return nb::make_tuple(nb::borrow(interned(result.move)),
                        result.has_score ? nb::cast(result.score) : nb::none(), result.depth,
                        result.nodes, result.seconds, moves_tuple(result.line), nb::tuple(plies));
}

void bind_evaluation(nb::module_& module) {
  nb::class_<Evaluation> evaluation(module, "Evaluation", nb::is_final(),
                                    "A weighted sum of features on one board size.");
  evaluation.def(nb::new_([](int size, const std::vector<Term>& terms) {
                   std::vector<TermSpec> specs;
                   for (const auto& [name, feature, scale, weights, table] : terms)
                     specs.push_back({name, feature, scale, weights, table});
                   return std::const_pointer_cast<Evaluation>(Evaluation::make(size, specs));
                 }),
                 nb::arg("size"), nb::arg("terms"),
                 "Terms: name, feature, scale, a weight for each number of discs on the board, "
                 "and the values of the squares for the feature 'table'.");
  evaluation.def_prop_ro("size", &Evaluation::size, "The board size it is for.");
  evaluation.def(
      "value",
      [](const Evaluation& self, const Position& position, int color) {
        return self.value(position, color_of(color));
      },
      nb::arg("position"), nb::arg("color"), "The value for `color`, whoever is to move.");
  evaluation.def(
      "explain",
      [](const Evaluation& self, const Position& position, int color) {
        nb::list parts;
        for (const Contribution& part : self.explain(position, color_of(color)))
          parts.append(nb::make_tuple(part.name, part.own, part.other, part.scaled, part.weight,
                                      part.weight * part.scaled));
        return parts;
      },
      nb::arg("position"), nb::arg("color"),
      nb::sig("def explain(self, position: Position, color: int) -> "
              "list[tuple[str, float, float, float, float, float]]"),
      "For each term its name, the count for `color`, for the other side, the scaled value, the "
      "weight, and their product.");
  evaluation.def_static(
      "features", [] { return nb::tuple(nb::cast(Evaluation::features())); },
      nb::sig("def features() -> tuple[str, ...]"), "The names of all features.");
  evaluation.def_static(
      "measure",
      [](const std::string& feature, const Position& position, int color, const Numbers& table) {
        return Evaluation::measure(feature, position, color_of(color), table);
      },
      nb::arg("feature"), nb::arg("position"), nb::arg("color"), nb::arg("table") = Numbers{},
      "A feature counted for `color` and for the other side.");
}

void bind_search(nb::module_& module) {
  nb::class_<Search> search_type(module, "Search", nb::is_final(),
                                 "A search that can be asked again and again.");
  search_type.def_static(
      "classic",
      [](std::shared_ptr<Evaluation> value, const std::string& algorithm,
         const std::string& ordering, bool deepening, bool aspiration, bool partial,
         bool outcome_first, int table_mb, bool keep_table) {
        constexpr std::array algorithms = {"minimax", "alphabeta"};
        constexpr std::array orderings = {"none", "kandlikar-parry", "matrix", "killer"};
        ClassicOptions options;
        options.algorithm = named<Algorithm>("algorithm", algorithm, algorithms);
        options.ordering = named<Ordering>("ordering", ordering, orderings);
        options.deepening = deepening;
        options.aspiration = aspiration;
        options.partial = partial;
        options.outcome_first = outcome_first;
        options.table_bytes = megabytes(table_mb);
        options.keep_table = keep_table;
        return Search::classic(std::move(value), options);
      },
      nb::arg("evaluation"), nb::kw_only(), nb::arg("algorithm"), nb::arg("ordering"),
      nb::arg("deepening"), nb::arg("aspiration"), nb::arg("partial"), nb::arg("outcome_first"),
      nb::arg("table_mb"), nb::arg("keep_table"), "Minimax or alpha-beta.");
  search_type.def_static(
      "monte_carlo",
      [](int size, std::shared_ptr<Evaluation> value, double exploration, int memory_mb,
         std::uint64_t seed) {
        return Search::monte_carlo(size, std::move(value), exploration, megabytes(memory_mb), seed);
      },
      nb::arg("size"), nb::arg("evaluation").none(), nb::kw_only(), nb::arg("exploration"),
      nb::arg("memory_mb"), nb::arg("seed"),
      "UCT, with random games or, given an evaluation, evaluated leaves.");
  search_type.def("search", &search, nb::arg("position"), nb::arg("depth"), nb::arg("nodes"),
                  nb::arg("seconds"),
                  nb::sig("def search(self, position: Position, depth: int, nodes: int, seconds: "
                          "float) -> tuple[Move, float | None, int, int, float, "
                          "tuple[Move, ...], tuple[tuple[int, int, int, int, int], ...]]"),
                  "Zero means no limit. Returns move, score, depth, nodes, seconds, line and "
                  "counts per ply (generated, searched, table probes, hits, cuts).");
  search_type.def("stop", &Search::stop, "Ends a running search; may be called by any thread.");
}

}  // namespace

void bind_classic(nb::module_& module) {
  bind_evaluation(module);
  bind_search(module);
}

}  // namespace outflank::bindings
