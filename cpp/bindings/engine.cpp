// The trained evaluation and the engine.
#include "facade/engine.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "searching.hpp"

namespace outflank::bindings {

namespace {

// Standard deviations of e^9 discs: no value lies that far outside a window.
constexpr ProbCutModel no_cuts{{9, 0, 0, 0, 0, 0, 0}, {9, 0}};

using Values = nb::ndarray<nb::numpy, const std::int16_t, nb::ndim<2>, nb::c_contig>;

auto describe(const Layout& layout, const nb::sequence& positions) {
  const std::size_t count = nb::len(positions), width = static_cast<std::size_t>(layout.width());
  auto ids = new_array<std::int32_t>(count, width);
  std::int32_t* row = ids.data;
  const std::int32_t* const end = row + count * width;
  const auto check_length = [](bool fits) {
    if (!fits) throw NotationError("there are more or fewer positions than their length says");
  };
  for (const nb::handle each : positions) {
    check_length(row != end);
    if (!nb::isinstance<Position>(each)) refuse_type("only positions have ids");
    const auto& position = nb::cast<const Position&>(each);
    if (position.size != layout.size()) throw NotationError("a position has another board size");
    layout.describe(position, row);
    row += width;
  }
  check_length(row == end);
  return ids.array;
}

nb::object answer(const Snapshot& snapshot) {
  nb::list lines;
  for (const EngineLine& line : snapshot.lines)
    lines.append(
        nb::make_tuple(nb::borrow(interned(line.move)), line.score, moves_tuple(line.line)));
  return nb::make_tuple(snapshot.number, snapshot.finished, snapshot.depth, snapshot.selectivity,
                        snapshot.exact, snapshot.nodes, snapshot.seconds, nb::tuple(lines));
}

EngineLimits limits_of(int depth, std::uint64_t nodes, double seconds, int selectivity, bool to_end,
                       int lines, bool outcome_only, bool fresh, double pace) {
  return {{depth, nodes, seconds}, selectivity, to_end, lines, outcome_only, fresh, pace};
}

nb::object search(EngineCore& self, const Position& position, int depth, std::uint64_t nodes,
                  double seconds, int selectivity, bool to_end, int lines, bool outcome_only,
                  bool fresh, double pace) {
  const EngineLimits limits =
      limits_of(depth, nodes, seconds, selectivity, to_end, lines, outcome_only, fresh, pace);
  return answer(interruptible(
      [&](const auto& interrupted) { return self.search(position, limits, interrupted); }));
}

void start(EngineCore& self, const Position& position, int depth, std::uint64_t nodes,
           double seconds, int selectivity, bool to_end, int lines, bool outcome_only, bool fresh,
           double pace) {
  nb::gil_scoped_release released;
  self.start(position, limits_of(depth, nodes, seconds, selectivity, to_end, lines, outcome_only,
                                 fresh, pace));
}

nb::object wait(EngineCore& self, double seconds, int after) {
  Snapshot snapshot;
  {
    nb::gil_scoped_release released;
    snapshot = self.wait(seconds, after);
  }
  return snapshot.number == 0 ? nb::none() : answer(snapshot);
}

#define OUTFLANK_LIMITS                                                                     \
  "*, depth: int, nodes: int, seconds: float, selectivity: int, to_end: bool, lines: int, " \
  "outcome_only: bool, fresh: bool, pace: float = 0.0"
#define OUTFLANK_SNAPSHOT                         \
  "tuple[int, bool, int, int, bool, int, float, " \
  "tuple[tuple[Move, int, tuple[Move, ...]], ...]]"

void bind_layout(nb::module_& module) {
  nb::class_<Layout> layout(module, "PatternLayout", nb::is_final(),
                            "Shapes on one board size, and the ids of their contents.");
  layout.def(nb::new_([](int size, const std::vector<std::vector<int>>& shapes) {
               return std::const_pointer_cast<Layout>(Layout::make(size, shapes));
             }),
             nb::arg("size"), nb::arg("shapes"),
             "Each shape is a list of 1 to 10 squares, row * size + column.");
  layout.def_prop_ro("size", &Layout::size, "The board size it is for.");
  layout.def_prop_ro("width", &Layout::width, "Ids per position.");
  layout.def_prop_ro("columns", &Layout::columns, "How many ids there are.");
  layout.def("ids", &describe, nb::arg("positions"),
             nb::sig("def ids(self, positions: collections.abc.Sequence[Position]) -> "
                     "numpy.typing.NDArray[numpy.int32]"),
             "One row of ids for each position, seen by the side to move.");
}

void bind_weights(nb::module_& module) {
  nb::class_<Weights> weights(module, "PatternWeights", nb::is_final(),
                              "A trained evaluation of one board size.");
  weights.def(
      nb::new_([](std::shared_ptr<Layout> of, const Values& values,
                  const std::array<double, 7>& midgame, const std::array<double, 2>& endgame) {
        if (values.shape(1) != static_cast<std::size_t>(of->columns())) {
          throw NotationError("there are " + std::to_string(values.shape(1)) +
                              " weights per phase, expected " + std::to_string(of->columns()));
        }
        return std::const_pointer_cast<Weights>(
            Weights::make(*of, static_cast<int>(values.shape(0)),
                          {values.data(), values.shape(0) * values.shape(1)}, {midgame, endgame}));
      }),
      nb::arg("layout"), nb::arg("weights"), nb::kw_only(), nb::arg("midgame") = no_cuts.midgame,
      nb::arg("endgame") = no_cuts.endgame,
      "Phases times columns, in 1/128 of a disc, and the coefficients of a ProbCutModel; without "
      "these no line is ever cut.");
  weights.def_prop_ro("size", &Weights::size, "The board size it is for.");
  weights.def_prop_ro("phases", &Weights::phases, "How many sets of weights there are.");
  weights.def("phase", &Weights::phase, nb::arg("discs"),
              "The phase of a board with this many discs.");
  weights.def(
      "value",
      [](const Weights& self, const Position& position) {
        if (position.size != self.size()) throw NotationError("a position of another board size");
        return self.value(position);
      },
      nb::arg("position"), "The expected final score in discs, for the side to move.");
}

void bind_core(nb::module_& module) {
  nb::class_<EngineCore> engine(module, "EngineCore", nb::is_final(), "The engine of one size.");
  engine.def(nb::new_([](int size, std::shared_ptr<Weights> value, int threads, int hash_mb) {
               return EngineCore::make(size, std::move(value), threads, megabytes(hash_mb));
             }),
             nb::arg("size"), nb::arg("weights").none(), nb::kw_only(), nb::arg("threads"),
             nb::arg("hash_mb"), "Without weights positions are judged by mobility and corners.");
  engine.def(
      "search", &search, nb::arg("position"), nb::kw_only(), nb::arg("depth"), nb::arg("nodes"),
      nb::arg("seconds"), nb::arg("selectivity"), nb::arg("to_end"), nb::arg("lines"),
      nb::arg("outcome_only"), nb::arg("fresh"), nb::arg("pace") = 0.0,
      nb::sig("def search(self, position: Position, " OUTFLANK_LIMITS ") -> " OUTFLANK_SNAPSHOT),
      "Zero means no limit; `pace` are seconds after which no iteration is begun, more or fewer by "
      "how sure the move is. Returns number, finished, depth, selectivity, exact, nodes, "
      "seconds and lines (move, score, continuation), best first.");
  engine.def("start", &start, nb::arg("position"), nb::kw_only(), nb::arg("depth"),
             nb::arg("nodes"), nb::arg("seconds"), nb::arg("selectivity"), nb::arg("to_end"),
             nb::arg("lines"), nb::arg("outcome_only"), nb::arg("fresh"), nb::arg("pace") = 0.0,
             nb::sig("def start(self, position: Position, " OUTFLANK_LIMITS ") -> None"),
             "The same on a thread of its own; `wait` for what it finds.");
  engine.def("wait", &wait, nb::arg("seconds"), nb::arg("after"),
             nb::sig("def wait(self, seconds: float, after: int) -> " OUTFLANK_SNAPSHOT " | None"),
             "The newest snapshot with a number above `after`, or the last one once the search "
             "has finished; None if there is none within `seconds`.");
  engine.def_prop_ro("idle_seconds", &EngineCore::idle_seconds,
                     "What the threads together waited for work in the last search.");
  engine.def("stop", &EngineCore::stop, "Ends a running search; may be called by any thread.");
}

}  // namespace

void bind_engine(nb::module_& module) {
  bind_layout(module);
  bind_weights(module);
  bind_core(module);
}

}  // namespace outflank::bindings
