// The rules on thousands of boards per call. Arguments are checked by outflank.batch.
#include "facade/batch.hpp"

#include "bindings.hpp"

namespace outflank::bindings {

namespace {

using Cells = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<3>, nb::c_contig>;
using Turns = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>, nb::c_contig>;
using Numbers = nb::ndarray<nb::numpy, const std::int64_t, nb::ndim<1>, nb::c_contig>;

// So that a slip of the hand does not fill the memory.
constexpr std::int64_t most_boards = 100'000'000;

void check_length(const char* name, std::size_t found, std::size_t expected) {
  if (found != expected) {
    throw NotationError(std::to_string(expected) + " boards but " + std::to_string(found) + " " +
                        name);
  }
}

// A new array of which `write` fills every value; Python may go on meanwhile.
template <class T, class Write, class... Lengths>
auto filled(Write&& write, Lengths... lengths) {
  auto made = new_array<T>(lengths...);
  nb::gil_scoped_release released;
  write(made.data);
  return made.array;
}

std::uint8_t* bytes(bool* flags) {
  static_assert(sizeof(bool) == 1);
  return reinterpret_cast<std::uint8_t*>(flags);
}

Boards* from_numpy(const Cells& cells, const Turns& turns) {
  const std::size_t count = cells.shape(0), size = cells.shape(1);
  if (size != cells.shape(2)) {
    throw NotationError("boards are " + std::to_string(size) + " by " +
                        std::to_string(cells.shape(2)) + "; the last two axes must be equal");
  }
  if (size > max_size) refuse_size(std::to_string(size));
  const Rules& rules = Rules::of(static_cast<int>(size));
  check_length("turns", turns.shape(0), count);
  nb::gil_scoped_release released;
  return rules.boards(cells.data(), turns.data(), count).release();
}

Boards* play(const Boards& self, const Numbers& moves) {
  check_length("moves", moves.shape(0), self.count());
  nb::gil_scoped_release released;
  return self.play(moves.data()).release();
}

Boards* selected(const Boards& self, const Numbers& indices) {
  const auto count = static_cast<std::int64_t>(self.count());
  for (std::size_t i = 0; i < indices.shape(0); ++i) {
    if (indices(i) < 0 || indices(i) >= count)
      throw nb::index_error(
          ("there is no board " + std::to_string(indices(i)) + " among " + std::to_string(count))
              .c_str());
  }
  nb::gil_scoped_release released;
  return self.selected(indices.data(), indices.shape(0)).release();
}

using BoardsClass = nb::class_<Boards>;

void bind_making(BoardsClass& boards) {
  boards.def_static(
      "start",
      [](nb::handle size, nb::handle any_count) {
        const Rules& rules = Rules::of(size_of(size));
        const std::int64_t count = whole_number(any_count, "the count");
        if (count < 0 || count > most_boards) {
          throw NotationError("the count " + shown(any_count) +
                              " is out of range; it goes from 0 to " + std::to_string(most_boards));
        }
        return rules.boards(rules.start(), static_cast<std::size_t>(count)).release();
      },
      anything("size"), anything("count"),
      nb::sig("def start(size: int, count: int) -> PackedBoards"));
  boards.def_static("from_numpy", &from_numpy, nb::arg("boards"), nb::arg("turns"));
}

void bind_order(BoardsClass& boards) {
  boards.def_prop_ro("size", &Boards::size);
  boards.def("__len__", &Boards::count);
  boards.def("equals", &Boards::equals, nb::arg("other"));
  boards.def(
      "position",
      [](const Boards& self, std::size_t index) {
        if (index >= self.count()) throw nb::index_error("there is no such board");
        return self.position(index);
      },
      nb::arg("index"));
  boards.def("selected", &selected, nb::arg("indices"));
  boards.def("play", &play, nb::arg("moves"));
  boards.def(
      "transformed",
      [](const Boards& self, nb::handle any_symmetry) {
        const int symmetry = symmetry_of(any_symmetry);
        nb::gil_scoped_release released;
        return self.transformed(symmetry).release();
      },
      anything("symmetry"), nb::sig("def transformed(self, symmetry: int) -> PackedBoards"));
}

void bind_contents(BoardsClass& boards) {
  boards.def("cells", [](const Boards& self) {
    const int n = self.size();
    return filled<std::uint8_t>([&](auto* data) { self.cells(data); }, self.count(), n, n);
  });
  boards.def("turns", [](const Boards& self) {
    return filled<std::uint8_t>([&](auto* data) { self.turns(data); }, self.count());
  });
  boards.def("planes", [](const Boards& self) {
    const int n = self.size();
    return filled<float>([&](auto* data) { self.planes(data); }, self.count(), 3, n, n);
  });
  boards.def("legal_masks", [](const Boards& self) {
    const int n = self.size();
    return filled<bool>([&](bool* data) { self.legal_masks(bytes(data)); }, self.count(), n, n);
  });
}

void bind_moves(BoardsClass& boards) {
  boards.def(
      "legal_moves",
      [](const Boards& self) {
        std::size_t total = 0;
        const auto counts = filled<std::int64_t>(
            [&](auto* data) { total = self.legal_counts(data); }, self.count());
        return nb::make_tuple(
            counts,
            filled<std::int32_t>([&](auto* data) { self.legal_moves(data, total); }, total));
      },
      nb::sig("def legal_moves(self) -> "
              "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int32]]"));
  boards.def("legal_counts", [](const Boards& self) {
    return filled<std::int64_t>([&](auto* data) { self.legal_counts(data); }, self.count());
  });
  boards.def(
      "nth_moves",
      [](const Boards& self, const Numbers& numbers) {
        check_length("numbers", numbers.shape(0), self.count());
        return filled<std::int64_t>([&](auto* data) { self.nth_moves(numbers.data(), data); },
                                    self.count());
      },
      nb::arg("numbers"));
}

void bind_games(BoardsClass& boards) {
  boards.def(
      "outcomes",
      [](const Boards& self) {
        auto scores = new_array<std::int16_t>(self.count());
        const auto over = filled<bool>([&](bool* data) { self.outcomes(bytes(data), scores.data); },
                                       self.count());
        return nb::make_tuple(over, scores.array);
      },
      nb::sig("def outcomes(self) -> "
              "tuple[numpy.typing.NDArray[numpy.bool_], numpy.typing.NDArray[numpy.int16]]"));
  boards.def(
      "random_moves",
      [](const Boards& self, nb::handle any_seed) {
        const std::uint64_t seed = seed_of(any_seed);
        return filled<std::int64_t>([&](auto* data) { self.random_moves(seed, data); },
                                    self.count());
      },
      anything("seed"),
      nb::sig("def random_moves(self, seed: int) -> numpy.typing.NDArray[numpy.int64]"));
  boards.def(
      "playouts",
      [](const Boards& self, nb::handle any_seed) {
        const std::uint64_t seed = seed_of(any_seed);
        return filled<std::int16_t>([&](auto* data) { self.playouts(seed, data); }, self.count());
      },
      anything("seed"),
      nb::sig("def playouts(self, seed: int) -> numpy.typing.NDArray[numpy.int16]"));
}

}  // namespace

void bind_batch(nb::module_& module) {
  BoardsClass boards(module, "PackedBoards", nb::is_final(),
                     "Positions of one size, packed; see outflank.batch.");
  bind_making(boards);
  bind_order(boards);
  bind_contents(boards);
  bind_moves(boards);
  bind_games(boards);
}

}  // namespace outflank::bindings
