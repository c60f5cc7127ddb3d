// What Python sees: classes and functions of constrain._native, and the mapping of exceptions.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "batch.h"
#include "bitmask_row.h"
#include "sample_walk.h"
#include "saved_tables.h"
#include "encoder.h"
#include "front_module.h"
#include "division.h"
#include "plain_schemas.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace constrain;

namespace {

using Row = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Lengths = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Saved = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

struct PyVocabulary {
  std::shared_ptr<VocabularyCore> core;
};
struct PyConstraint {
  std::shared_ptr<ConstraintCore> core;
};

std::string to_string(const nb::bytes& b) { return {static_cast<const char*>(b.data()), b.size()}; }

std::vector<std::string> to_strings(const nb::list& list) {
  std::vector<std::string> out;
  out.reserve(list.size());
  for (nb::handle item : list) out.push_back(to_string(nb::cast<nb::bytes>(item)));
  return out;
}

void set_error(const char* name, const char* what, const nb::kwargs& fields) {
  const nb::object type = nb::module_::import_("constrain.errors").attr(name);
  const nb::object error = type(nb::str(what, std::strlen(what)), **fields);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void check_width(std::size_t words, const Matcher& m) {
  const std::size_t needed = m.constraint().trie->words();
  if (words < needed)
    throw nb::value_error(("the bitmask row has " + std::to_string(words) + " words, the vocabulary needs " + std::to_string(needed)).c_str());
}

using Ids = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

}  // namespace

NB_MODULE(_native, m) {
  nb::set_leak_warnings(false);  // what caches of a program still hold when it ends is no leak
  m.doc() = "constrain's native core: trie, residual patterns, token tables, recogniser, masks.";

  nb::register_exception_translator([](const std::exception_ptr& p, void*) {
    try {
      std::rethrow_exception(p);
    } catch (const LimitError& e) {
      nb::kwargs fields;
      fields["limit"] = e.limit;
      fields["needed"] = e.needed;
      const std::string text = std::string(e.what()) + ": limit " + std::to_string(e.limit) + ", needed " + std::to_string(e.needed);
      set_error("LimitExceeded", text.c_str(), fields);
    } catch (const UnsupportedFault& e) {
      nb::kwargs fields;
      fields["feature"] = e.feature;
      fields["where"] = e.where;
      set_error("UnsupportedError", e.what(), fields);
    } catch (const RejectedFault& e) {
      nb::kwargs fields;
      fields["token"] = e.token;
      set_error("RejectedToken", e.what(), fields);
    } catch (const GrammarFault& e) {
      set_error("GrammarError", e.what(), nb::kwargs());
    }
  });

  nb::class_<PyVocabulary>(m, "Vocabulary")
      .def(
          "__init__",
          [](PyVocabulary* self, const nb::bytes& text, const Lengths& lengths, std::vector<TokenId> end_ids, const Lengths& order,
             const Saved& tables) {
            std::vector<std::uint32_t> offsets(lengths.shape(0) + 1, 0);
            for (std::size_t t = 0; t < lengths.shape(0); ++t) offsets[t + 1] = offsets[t] + lengths.data()[t];
            if (offsets.back() != text.size()) throw nb::value_error("the lengths of the tokens are not that of their text");
            std::string bytes = to_string(text);
            std::string saved(reinterpret_cast<const char*>(tables.data()), tables.shape(0));
            std::vector<TokenId> known(order.data(), order.data() + order.shape(0));
            nb::gil_scoped_release release;
            auto trie = std::make_shared<const TokenTrie>(std::move(bytes), std::move(offsets), std::move(end_ids), std::move(known));
            new (self) PyVocabulary{std::make_shared<VocabularyCore>(std::move(trie), std::move(saved))};
          },
          "text"_a, "lengths"_a, "end_ids"_a, "order"_a, "tables"_a)
      .def(
          "tables",
          [](const PyVocabulary& v, std::size_t limit) {
            std::string out;
            {
              nb::gil_scoped_release release;
              out = save_tables(*v.core->shared().store, limit);
            }
            return nb::bytes(out.data(), out.size());
          },
          "limit"_a)
      .def(
          "walk_samples",
          [](const PyVocabulary& v, const nb::list& samples, bool wait) {
            std::vector<Sample> list;
            for (nb::handle sample : samples) {
              const auto [terminals, names, productions, start, text] =
                  nb::cast<std::tuple<nb::list, std::vector<std::string>, nb::list, std::uint32_t, nb::bytes>>(sample);
              list.push_back({to_strings(terminals), names, to_strings(productions), start, to_string(text)});
            }
            nb::gil_scoped_release release;
            auto walk = std::make_shared<SampleWalk>(v.core, std::move(list));
            if (!wait) return walk_in_background(std::move(walk));
            while (walk->step()) {}
          },
          "samples"_a, "wait"_a)
      .def_prop_ro("order", [](const PyVocabulary& v) {
        const std::vector<TokenId>& tokens = v.core->trie->tokens();
        return nb::bytes(reinterpret_cast<const char*>(tokens.data()), tokens.size() * sizeof(TokenId));
      })
      .def_prop_ro("size", [](const PyVocabulary& v) { return v.core->trie->vocabulary_size(); })
      .def("statistics", [](const PyVocabulary& v) {
        const auto store = v.core->shared().store;
        nb::dict out;
        out["trie_nodes"] = v.core->trie->size();
        out["trie_bytes"] = v.core->trie->memory();
        out["residuals"] = store->size();
        out["store_bytes"] = store->memory();
        out["saved_table_bytes"] = v.core->tables.size();
        return out;
      });

  nb::class_<PyConstraint>(m, "Constraint")
      .def(
          "__init__",
          [](PyConstraint* self, const PyVocabulary& vocabulary, const nb::list& terminals,
             std::vector<std::string> names, const nb::list& productions, std::uint32_t start, std::size_t budget,
             std::vector<std::uint32_t> families) {
            std::vector<std::string> codes = to_strings(terminals);
            const std::vector<std::string> bodies = to_strings(productions);
            nb::gil_scoped_release release;
            new (self) PyConstraint{std::make_shared<ConstraintCore>(vocabulary.core, std::move(codes), std::move(names), bodies, start, std::move(families), budget)};
          },
          "vocabulary"_a, "terminals"_a, "names"_a, "productions"_a, "start"_a, "budget"_a, "families"_a = std::vector<std::uint32_t>())
      .def("statistics", [](const PyConstraint& c) {
        const Configurations::Counts counts = [&] {  // may wait for a mask that another thread makes
          nb::gil_scoped_release release;
          return c.core->configurations()->counts();
        }();
        nb::dict out;
        out["configurations"] = counts.configurations;
        out["sets"] = counts.sets;
        out["bytes"] = counts.bytes;
        return out;
      });

  nb::class_<Matcher>(m, "Matcher")
      .def("__init__", [](Matcher* self, const PyConstraint& c) { new (self) Matcher(c.core); }, "constraint"_a)
      .def("__init__", [](Matcher* self, const Matcher& other) { new (self) Matcher(other); }, "matcher"_a)
      .def("advance", &Matcher::advance, "token"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("allows", &Matcher::allows, "token"_a, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "fill_bitmask",
          [](Matcher& self, const BitmaskRow& row) {
            check_width(row.words(), self);
            if (self.ready()) return self.fill(row.data());  // a copy, quicker than letting others run meanwhile
            nb::gil_scoped_release release;
            self.fill(row.data());
          },
          "row"_a.noconvert())
      .def(
          "fill_bitmask",
          [](Matcher& self, const Row& row) {
            check_width(row.shape(0), self);
            nb::gil_scoped_release release;
            self.fill(reinterpret_cast<std::uint32_t*>(row.data()));
          },
          "row"_a.noconvert())
      .def(
          "rollback",
          [](Matcher& self, std::size_t tokens) {
            if (tokens > self.length())
              throw nb::value_error(("cannot roll back " + std::to_string(tokens) + " tokens of " + std::to_string(self.length())).c_str());
            self.rollback(tokens);
          },
          "tokens"_a)
      .def(
          "forced_bytes",
          [](Matcher& self, std::size_t limit) {
            std::string out;
            {
              nb::gil_scoped_release release;
              out = self.forced_bytes(limit);
            }
            return nb::bytes(out.data(), out.size());
          },
          "limit"_a = 65536)
      .def("explain", &Matcher::explain, "token"_a)
      .def_prop_ro("is_accepting", &Matcher::accepting)
      .def_prop_ro("is_finished", &Matcher::finished)
      .def_prop_ro("tokens", &Matcher::tokens)
      .def_prop_ro("state", &Matcher::state)
      .def("__len__", &Matcher::length);

  m.def(
      "encode",
      [](nb::handle pattern) {
        const std::string code = encode_pattern(pattern);
        return nb::bytes(code.data(), code.size());
      },
      "pattern"_a);
  m.def(
      "distinct_keys",
      [](const nb::list& pairs) {
        nb::dict out;
        std::size_t count = 0;
        for (nb::handle pair : pairs) {
          PyObject* p = pair.ptr();
          if (!PyTuple_Check(p) || PyTuple_GET_SIZE(p) != 2) throw nb::type_error("pairs are needed");
          if (PyDict_SetItem(out.ptr(), PyTuple_GET_ITEM(p, 0), PyTuple_GET_ITEM(p, 1)) < 0) nb::raise_python_error();
          if (out.size() == ++count) continue;
          const nb::object shown = nb::steal(PyObject_ASCII(PyTuple_GET_ITEM(p, 0)));
          if (!shown.is_valid()) nb::raise_python_error();
          throw GrammarFault("the schema says " + nb::cast<std::string>(shown) + " twice in one object; one of the two would be ignored");
        }
        return out;
      },
      "pairs"_a);
  m.def(
      "divide",
      [](int places, int digits, int longest, bool whole_only, const std::vector<std::tuple<std::string, std::string, bool, bool, bool>>& bounds,
         const std::vector<std::pair<std::uint64_t, bool>>& divisors, std::size_t limit) -> nb::object {
        Division division{places, digits, longest, whole_only, {}, {}};
        if (places < 0 || digits < 0) throw nb::value_error("numbers of digits are not negative");
        for (const auto& [whole, fraction, below, equal, above] : bounds) {
          if (fraction.size() != static_cast<std::size_t>(places)) throw nb::value_error("a bound has another number of places");
          division.bounds.push_back({whole, fraction, {below, equal, above}});
        }
        for (const auto& [modulus, wanted] : divisors) {
          if (!modulus || modulus > Division::kMost) throw nb::value_error("a divisor is too large");
          division.divisors.push_back({modulus, wanted});
        }
        std::vector<Division::State> states;
        bool done;
        {
          nb::gil_scoped_release release;
          done = division.explore(limit, states);
        }
        if (!done) return nb::none();
        nb::list out;
        for (const Division::State& state : states) out.append(nb::make_tuple(state.number, state.ways, state.point, state.accepts));
        return out;
      },
      "places"_a, "digits"_a, "longest"_a, "whole_only"_a, "bounds"_a, "divisors"_a, "limit"_a);
  m.def("flatten", &flatten_productions, "productions"_a, "special"_a, "source"_a);
  m.def(
      "fill_rows",
      [](const std::vector<Matcher*>& matchers, const Rows& bitmask, unsigned threads) {
        if (bitmask.shape(0) < matchers.size())
          throw nb::value_error(("the bitmask has " + std::to_string(bitmask.shape(0)) + " rows for " + std::to_string(matchers.size()) + " matchers").c_str());
        for (const Matcher* matcher : matchers)
          if (matcher) check_width(bitmask.shape(1), *matcher);
        nb::gil_scoped_release release;
        fill_rows(matchers, reinterpret_cast<std::uint32_t*>(bitmask.data()), bitmask.shape(1), threads);
      },
      "matchers"_a.noconvert(), "bitmask"_a.noconvert(), "threads"_a = 0);
  m.def(
      "advance_rows",
      [](const std::vector<Matcher*>& matchers, const std::vector<TokenId>& tokens) {
        if (tokens.size() != matchers.size())
          throw nb::value_error((std::to_string(tokens.size()) + " tokens for " + std::to_string(matchers.size()) + " rows").c_str());
        nb::gil_scoped_release release;
        advance_rows(matchers, tokens);
      },
      "matchers"_a.noconvert(), "tokens"_a);
  m.def(
      "follow_rows",
      [](const std::vector<Matcher*>& matchers, const std::vector<std::int64_t>& tokens) {
        if (tokens.size() != matchers.size())
          throw nb::value_error((std::to_string(tokens.size()) + " tokens for " + std::to_string(matchers.size()) + " rows").c_str());
        nb::gil_scoped_release release;
        return follow_rows(matchers, tokens);
      },
      "matchers"_a.noconvert(), "tokens"_a);
  m.def(
      "prepare_rows",
      [](const std::vector<Matcher*>& matchers, unsigned threads) {
        nb::gil_scoped_release release;
        prepare_rows(matchers, threads);
      },
      "matchers"_a.noconvert(), "threads"_a = 0);

  nb::class_<MaskBank>(m, "MaskBank")
      .def(nb::init<std::uint32_t, std::uint32_t>(), "words"_a, "capacity"_a)
      .def(
          "find",
          [](MaskBank& self, const std::vector<Matcher*>& matchers, const Ids& ids) {
            for (const Matcher* matcher : matchers)
              if (matcher) check_width(self.words(), *matcher);
            nb::gil_scoped_release release;
            self.find(matchers, ids.data());
          },
          "matchers"_a.noconvert(), "ids"_a.noconvert())
      .def("take_written", &MaskBank::take_written)
      .def_prop_ro(
          "masks",
          [](MaskBank& self) {
            return nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<2>>(self.data(), {self.capacity(), self.words()});
          },
          nb::rv_policy::reference_internal);

  bind_front(m);
  bind_plain_schemas(m);
}
