// Rows of a batch at once: masks, steps, and banks that keep different masks by number.
#include "masks/batch.h"
#include "python/bindings.h"
#include "python/interruptible.h"
#include "python/values.h"

#include <unordered_map>

namespace constrain {
namespace {

// The matchers of a batch's rows while the interpreter lock is given up. Another thread may put others into the list
// meanwhile, or None, so they are held; and it may come with one of them, which is refused where it matters (see
// in_use.h).
class HeldRows {
 public:
  enum class Purpose { Reading, Changing };

  HeldRows(nb::handle rows, Purpose purpose)
      : held_(nb::steal<nb::tuple>(PySequence_Tuple(rows.ptr()))), purpose_(purpose) {
    if (!held_.is_valid()) nb::raise_python_error();
    if (held_.size() > kMost) throw nb::value_error("there are too many rows");
    matchers_.reserve(held_.size());
    try {
      for (nb::handle row : held_) take(row);
    } catch (...) {
      give_back();
      throw;
    }
  }
  ~HeldRows() { give_back(); }
  HeldRows(const HeldRows&) = delete;
  HeldRows& operator=(const HeldRows&) = delete;

  operator Matchers() const { return matchers_; }
  std::size_t size() const { return matchers_.size(); }
  // The most steps that one of them was compiled with.
  std::uint64_t steps() const {
    std::uint64_t most = 1;
    for (const Matcher* m : matchers_)
      if (m) most = std::max(most, m->constraint().steps);
    return most;
  }
  void check_width(std::size_t words) const {
    for (const Matcher* m : matchers_)
      if (m) constrain::check_width(words, *m);
  }
  // ValueError unless there is one for each row.
  void check_number(std::size_t number, const char* what) const {
    if (number != size())
      throw nb::value_error((std::to_string(number) + " " + what + " for " + std::to_string(size()) + " rows").c_str());
  }
  // ValueError where a row has taken fewer than it is to go back; one that stands in two rows goes back twice.
  void check_lengths(const std::vector<std::uint64_t>& counts) const {
    std::unordered_map<const Matcher*, std::uint64_t> left;
    for (std::size_t i = 0; i < matchers_.size(); ++i) {
      if (!matchers_[i]) continue;
      std::uint64_t& length = left.try_emplace(matchers_[i], matchers_[i]->length()).first->second;
      if (counts[i] > length)
        throw nb::value_error(("row " + std::to_string(i) + ": cannot roll back " + std::to_string(counts[i]) + " of " +
                               std::to_string(length))
                                  .c_str());
      length -= counts[i];
    }
  }

 private:
  void take(nb::handle row) {
    const auto at = [&] { return "row " + std::to_string(matchers_.size()); };
    Matcher* m = nullptr;
    if (!row.is_none() && !nb::try_cast<Matcher*>(row, m, false))
      throw nb::type_error(
          (at() + " is a " + Py_TYPE(row.ptr())->tp_name + "; it must be a Matcher, or None where it is free").c_str());
    if (m && purpose_ == Purpose::Reading) {
      if (!m->use.may_read()) throw std::runtime_error(at() + ": " + InUse::kRefusal);
      m->use.begin_reading();
    } else if (m && !m->use.changed_by(this)) {  // one matcher may stand in two rows
      if (!m->use.may_change()) throw std::runtime_error(at() + ": " + InUse::kRefusal);
      m->use.begin_change(this);
    }
    matchers_.push_back(m);
  }
  void give_back() {
    for (Matcher* m : matchers_)
      if (m) purpose_ == Purpose::Reading ? m->use.end_reading() : m->use.end_change();
  }

  const nb::tuple held_;
  const Purpose purpose_;
  std::vector<Matcher*> matchers_;
};

struct PyMaskBank : MaskBank {
  using MaskBank::MaskBank;
  InUse use;
};

}  // namespace

void bind_rows(nb::module_& m) {
  m.def(
      "fill_rows",
      [](nb::handle matchers, const Rows& bitmask, unsigned threads, const std::vector<std::uint64_t>& left,
         const std::optional<std::vector<std::uint32_t>>& places) {
        const HeldRows rows(matchers, HeldRows::Purpose::Reading);
        if (places) {
          if (places->size() != rows.size()) throw nb::value_error("there must be a place for each matcher");
          for (std::uint32_t place : *places)
            if (place >= bitmask.shape(0))
              throw nb::value_error(("the bitmask has " + std::to_string(bitmask.shape(0)) + " rows, and row " +
                                     std::to_string(place) + " is to be filled")
                                        .c_str());
        } else if (bitmask.shape(0) < rows.size())
          throw nb::value_error(("the bitmask has " + std::to_string(bitmask.shape(0)) + " rows for " +
                                 std::to_string(rows.size()) + " matchers")
                                    .c_str());
        rows.check_width(bitmask.shape(1));
        std::uint32_t* const words = aligned(bitmask);
        if (!left.empty()) rows.check_number(left.size(), "numbers of tokens left");
        const std::span<const std::uint32_t> where =
            places ? std::span<const std::uint32_t>(*places) : std::span<const std::uint32_t>();
        const UnderLimits under(rows.steps());
        released([&] { fill_rows(rows, words, bitmask.shape(1), threads, left, where); });
      },
      "matchers"_a, "bitmask"_a.noconvert(), "threads"_a = 0, "tokens_left"_a = std::vector<std::uint64_t>(),
      "places"_a = nb::none(),
      "Fills row i of an int32 bitmask of shape (rows, words) from matchers[i]; None sets the row to all ones.\n\n"
      "With 0 threads, as many as the work is worth. `tokens_left`: nothing, or a number a row, 2**64 - 1 for any. "
      "With\n"
      "`places`, matchers[i] fills row places[i].");
  m.def(
      "advance_rows_by",
      [](nb::handle matchers, const std::vector<std::uint32_t>& counts, const std::vector<TokenId>& tokens) {
        const HeldRows rows(matchers, HeldRows::Purpose::Changing);
        std::uint64_t sum = 0;
        for (std::uint32_t count : counts) sum += count;
        if (counts.size() != rows.size() || sum != tokens.size())
          throw nb::value_error("counts do not fit the rows or the tokens");
        const UnderLimits under(rows.steps());
        released([&] { advance_rows_by(rows, counts, tokens); });
      },
      "matchers"_a, "counts"_a, "tokens"_a,
      "Takes counts[i] tokens in matchers[i]; if one is refused, RejectedToken names the row and none has moved.");
  m.def(
      "rollback_rows",
      [](nb::handle matchers, const std::vector<std::uint64_t>& counts) {
        const HeldRows rows(matchers, HeldRows::Purpose::Changing);
        rows.check_number(counts.size(), "numbers");
        rows.check_lengths(counts);
        const UnderLimits under(rows.steps());
        released([&] { rollback_rows(rows, counts); });
      },
      "matchers"_a, "counts"_a,
      "Undoes counts[i] advances of matchers[i]; ValueError if there were fewer, and then none has moved.");
  m.def(
      "advance_rows",
      [](nb::handle matchers, const std::vector<TokenId>& tokens) {
        const HeldRows rows(matchers, HeldRows::Purpose::Changing);
        rows.check_number(tokens.size(), "tokens");
        const UnderLimits under(rows.steps());
        released([&] { advance_rows(rows, tokens); });
      },
      "matchers"_a, "tokens"_a,
      "Takes tokens[i] in matchers[i], if any; if one refuses, RejectedToken names it and none has moved.");
  m.def(
      "follow_rows",
      [](nb::handle matchers, const std::vector<std::int64_t>& tokens) {
        const HeldRows rows(matchers, HeldRows::Purpose::Changing);
        rows.check_number(tokens.size(), "tokens");
        const UnderLimits under(rows.steps());
        return released([&] { return follow_rows(rows, tokens); });
      },
      "matchers"_a, "tokens"_a,
      "Moves every row that takes its token; the numbers of those that do not, or whose text it ends.\n\n"
      "Tokens may be any integers of 64 bits; a row that does not take its token has not moved.");
  m.def(
      "prepare_rows",
      [](nb::handle matchers, unsigned threads) {
        const HeldRows rows(matchers, HeldRows::Purpose::Reading);
        const Released released;
        prepare_rows(rows, threads);
      },
      "matchers"_a, "threads"_a = 0,
      "Begins to compute the masks that are not ready on other threads, as many as the machine has at 0.");
}

void bind_mask_bank(nb::module_& m) {
  nb::class_<PyMaskBank>(m, "MaskBank", "Different masks, each once, by number; row 0 is all ones.")
      .def(
          "__init__",
          [](PyMaskBank* self, std::uint32_t words, std::uint32_t capacity) {
            if (!capacity || capacity > kMost)
              throw nb::value_error("the number of masks must lie between 1 and 2^31 - 1");
            new (self) PyMaskBank(words, capacity);
          },
          "words"_a, "capacity"_a, "Up to `capacity` masks (1 to 2**31 - 1; ValueError for others) of so many words.")
      .def(
          "find",
          [](PyMaskBank& self, nb::handle matchers, const Row& ids) {
            const HeldRows rows(matchers, HeldRows::Purpose::Reading);
            rows.check_width(self.words());
            aligned(ids);
            rows.check_number(ids.shape(0), "numbers");
            const InUse::Changing changing(self.use);
            const UnderLimits under(rows.steps());
            released([&] { self.find(rows, ids.data()); });
          },
          "matchers"_a, "ids"_a.noconvert(),
          "Writes the number of each matcher's mask, 0 for None, into an int32 array; or LimitExceeded.")
      .def(
          "take_written",
          [](PyMaskBank& self) {
            self.use.check_change();
            return self.take_written();
          },
          "The first row written since the last call, and how many.")
      .def_prop_ro(
          "masks",
          [](PyMaskBank& self) {
            return nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<2>>(self.data(),
                                                                           {self.capacity(), self.words()});
          },
          nb::rv_policy::reference_internal, "All rows, (capacity, words) int32, read-only.");
}

}  // namespace constrain
