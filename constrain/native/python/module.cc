// What Python sees: classes and functions of constrain._native, and the mapping of exceptions, in order:
//
// 1. What several bindings need: bytes and lists as the core takes them, checks of bitmasks and tokens, `HeldRows` (the
//    matchers of a batch, held while the interpreter lock is given up), `translate_faults` (errors by their fields).
// 2. A `bind_` function for each class or kind of function: vocabularies, constraints, matchers, byte code, rows of a batch,
//    banks of masks, the stack. Each is a list of bindings. Budgets and text graphs have files of their own.
// 3. The module calls them all.
//
// Whatever computes gives up the interpreter lock (`released`, `interruptible`); no lock of ours is held where it is taken back.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <unordered_map>

#include "python/arguments.h"
#include "masks/batch.h"
#include "python/bitmask_row.h"
#include "masks/warm_up.h"
#include "tokens/table_file.h"
#include "python/encode_trees.h"
#include "support/deep_stack.h"
#include "support/fork_gate.h"
#include "python/budget_module.h"
#include "python/interruptible.h"
#include "python/released.h"
#include "python/text_graph_module.h"
#include "pattern/texts.h"

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

constexpr std::size_t kMost = 0x7FFFFFFF;  // tokens, bytes of their texts, rows: what 32-bit numbers count with room to spare
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
  asking_python([&] {
    const nb::object type = nb::module_::import_("constrain.errors").attr(name);
    const nb::object error = type(nb::str(what, std::strlen(what)), **fields);
    PyErr_SetObject(type.ptr(), error.ptr());
  });
}

template <class Bitmask>
void check_aligned(const Bitmask& bitmask) {
  if (reinterpret_cast<std::uintptr_t>(bitmask.data()) % alignof(std::uint32_t))
    throw nb::value_error("the bitmask does not begin at a multiple of 4 bytes; make it with allocate_bitmask");
}

void check_width(std::size_t words, const Matcher& m) {
  const std::size_t needed = m.constraint().trie->words();
  if (words < needed)
    throw nb::value_error(("the bitmask row has " + std::to_string(words) + " words, the vocabulary needs " + std::to_string(needed)).c_str());
}

using Tokens = nb::ndarray<const TokenId, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Parents = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Ids = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr std::uint64_t kMostTokens = kNone;

// What a call takes as `tokens_left`, None being no limit.
std::uint64_t tokens_left(const char* method, const Matcher& matcher, nb::handle first, const Number& given) {
  if (given.given.is_none()) return kAnyTokens;
  if (!given.fits) {
    nb::dict options;
    options["tokens_left"] = given.given;
    refuse(method, nb::find(matcher), nb::make_tuple(first), options);
  }
  return given.value;
}

// What a matcher says of itself at once.
template <class Answer>
auto reading(Answer (Matcher::*ask)() const) {
  return [ask](const Matcher& self) {
    self.use.check_read();
    return (self.*ask)();
  };
}

// The matchers of a batch's rows while the interpreter lock is given up. Another thread may put others into the list
// meanwhile, or None, so they are held; and it may come with one of them, which is refused where it matters (see in_use.h).
class HeldRows {
 public:
  enum class Purpose { Reading, Changing };

  HeldRows(nb::handle rows, Purpose purpose) : held_(nb::steal<nb::tuple>(PySequence_Tuple(rows.ptr()))), purpose_(purpose) {
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
  void check_width(std::size_t words) const {
    for (const Matcher* m : matchers_)
      if (m) ::check_width(words, *m);
  }
  // ValueError where a row has taken fewer than it is to go back; one that stands in two rows goes back twice.
  void check_lengths(const std::vector<std::uint64_t>& counts) const {
    std::unordered_map<const Matcher*, std::uint64_t> left;
    for (std::size_t i = 0; i < matchers_.size(); ++i) {
      if (!matchers_[i]) continue;
      std::uint64_t& length = left.try_emplace(matchers_[i], matchers_[i]->length()).first->second;
      if (counts[i] > length)
        throw nb::value_error(("row " + std::to_string(i) + ": cannot roll back " + std::to_string(counts[i]) + " of " + std::to_string(length)).c_str());
      length -= counts[i];
    }
  }

 private:
  void take(nb::handle row) {
    const auto at = [&] { return "row " + std::to_string(matchers_.size()); };
    Matcher* m = nullptr;
    if (!row.is_none() && !nb::try_cast<Matcher*>(row, m, false))
      throw nb::type_error((at() + " is a " + Py_TYPE(row.ptr())->tp_name + "; it must be a Matcher, or None where it is free").c_str());
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

// Errors by their fields, for all extensions.
void translate_faults() {
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
}

void bind_vocabulary(nb::module_& m) {
  nb::class_<PyVocabulary>(m, "Vocabulary", "The token trie of a vocabulary and the store of residual patterns and token tables shared by its grammars.")
      .def(
          "__init__",
          [](PyVocabulary* self, const nb::bytes& text, const Lengths& lengths, std::vector<TokenId> end_ids, const Lengths& order,
             const Saved& tables) {
            const std::size_t count = lengths.shape(0);
            if (count > kMost || text.size() > kMost) throw nb::value_error("there are too many tokens, or bytes of them");
            std::vector<std::uint32_t> offsets(count + 1, 0);
            std::size_t left = text.size();
            for (std::size_t t = 0; t < count; ++t) {
              if (lengths.data()[t] > left) throw nb::value_error("the tokens are longer than their text");
              left -= lengths.data()[t];
              offsets[t + 1] = offsets[t] + lengths.data()[t];
            }
            if (left) throw nb::value_error("the tokens are shorter than their text");
            for (TokenId id : end_ids)
              if (id >= count) throw nb::value_error("an end id is no token");
            std::string bytes = to_string(text);
            std::string saved(reinterpret_cast<const char*>(tables.data()), tables.shape(0));
            std::vector<TokenId> known(order.data(), order.data() + order.shape(0));
            std::shared_ptr<VocabularyCore> core;
            {
              const Released released;
              auto trie = std::make_shared<const TokenTrie>(std::move(bytes), std::move(offsets), std::move(end_ids), std::move(known));
              core = std::make_shared<VocabularyCore>(std::move(trie), std::move(saved));
            }
            new (self) PyVocabulary{std::move(core)};
          },
          "text"_a, "lengths"_a, "end_ids"_a, "order"_a, "tables"_a,
          "Tokens one after another with their lengths, 0 for no text, and their order if it is known: uint32 arrays.\n\n"
          "`tables` are what `tables()` of an equal vocabulary gave, or nothing: a uint8 array.")
      .def(
          "tables",
          [](const PyVocabulary& v, std::size_t limit) {
            const std::string out = released([&] { return save_tables(*v.core->shared().store, limit); });
            return nb::bytes(out.data(), out.size());
          },
          "limit"_a = 65536,
          "The token tables that took a walk of the whole trie, oldest first, in up to `limit` bytes.")
      .def(
          "walk_samples",
          [](const PyVocabulary& v, const nb::list& samples) {
            std::vector<Sample> list;
            for (nb::handle sample : samples) {
              const auto [terminals, names, productions, start, text] =
                  nb::cast<std::tuple<nb::list, std::vector<std::string>, nb::list, std::uint32_t, nb::bytes>>(sample);
              list.push_back({to_strings(terminals), names, to_strings(productions), start, to_string(text)});
            }
            interruptible([&] {
              const Released guard;
              with_room([&] {
                for (const Sample& sample : list) walk_sample(v.core, sample);
              });
            });
          },
          "samples"_a,
          "Makes the token tables that sample texts need under sample grammars.\n\n"
          "A sample is what `Constraint` takes as terminals, names, productions and start, and a text. What does not fit\n"
          "ends its sample silently.")
      .def(
          "texts",
          [](const PyVocabulary& v, const nb::bytes& code, std::uint64_t limit) {
            const std::string pattern = to_string(code);
            const Texts found = released([&] {
              const auto store = v.core->shared().store;
              return texts_of(*store, store->parse(pattern), limit);
            });
            nb::list listed;
            for (const std::string& text : found.listed) listed.append(nb::bytes(text.data(), text.size()));
            return nb::make_tuple(found.count, listed);
          },
          "code"_a, "limit"_a,
          "How many texts a pattern has, up to 2**20 for more or too many to tell, and which, if at most `limit`.\n\n"
          "`code` is the pattern's byte code. Raises what the pattern is refused with.")
      .def_prop_ro("order", [](const PyVocabulary& v) {
        const std::vector<TokenId>& tokens = v.core->trie->tokens();
        return nb::bytes(reinterpret_cast<const char*>(tokens.data()), tokens.size() * sizeof(TokenId));
      },
      "The text tokens by their bytes and then by id, as uint32: what may be handed over as `order` next time.")
      .def_prop_ro("size", [](const PyVocabulary& v) { return v.core->trie->vocabulary_size(); },
          "How many token ids there are, with and without text.")
      .def_prop_rw("store_budget", [](const PyVocabulary& v) { return v.core->budget; },
                   [](PyVocabulary& v, std::size_t bytes) { v.core->budget = bytes; },
          "Bytes of a store of patterns beyond which new grammars begin another; twice as many, and constraints do.")
      .def("statistics", [](const PyVocabulary& v) {
        const auto store = released([&] { return v.core->shared().store; });
        nb::dict out;
        out["trie_nodes"] = v.core->trie->size();
        out["trie_bytes"] = v.core->trie->memory();
        out["residuals"] = store->size();
        out["store_bytes"] = store->memory();
        out["saved_table_bytes"] = v.core->tables.size();
        return out;
      },
      "Nodes and bytes of the trie, residuals and bytes of the store.");
}

void bind_constraint(nb::module_& m) {
  nb::class_<PyConstraint>(m, "Constraint", "A grammar compiled against a vocabulary: transition network, interned sets and configurations.")
      .def(
          "__init__",
          [](PyConstraint* self, const PyVocabulary& vocabulary, const nb::list& terminals,
             std::vector<std::string> names, const nb::list& productions, std::uint32_t start, std::size_t budget,
             std::vector<std::uint32_t> families, std::vector<std::uint32_t> regions) {
            const std::vector<std::string> bodies = to_strings(productions);
            std::shared_ptr<ConstraintCore> core;
            interruptible([&] {
              std::vector<std::string> codes = to_strings(terminals);
              const Released guard;
              core = with_room([&] {
                return std::make_shared<ConstraintCore>(vocabulary.core, std::move(codes), names, bodies, start, families, budget, regions);
              });
            });
            new (self) PyConstraint{std::move(core)};
          },
          "vocabulary"_a, "terminals"_a, "names"_a, "productions"_a, "start"_a, "budget"_a, "families"_a = std::vector<std::uint32_t>(),
          "regions"_a = std::vector<std::uint32_t>(),
          "`regions[t]`: how many tokens a lexeme of terminal t may take, 0 for any number; nothing where all may.\n"
          "`families[i]` is the number of a production that production i is a variant of, or i itself.")
      .def("statistics", [](const PyConstraint& c) {
        const ConstraintCore::Counts counts = released([&] { return c.core->counts(); });  // may wait for another's mask
        nb::dict out;
        out["configurations"] = counts.configurations;
        out["sets"] = counts.sets;
        out["bytes"] = counts.bytes;
        return out;
      },
      "Interned configurations and sets, none before a matcher was made; and all the constraint's bytes.");
}

void bind_matcher(nb::module_& m) {
  nb::class_<Matcher> matcher(m, "Matcher", "The state of one sequence: an interned configuration and the way back. Built from a matcher, it is its fork.");
  matcher
      .def(
          "__init__",
          [](Matcher* self, const PyConstraint& c) {
            std::optional<Matcher> made;
            released([&] { made.emplace(c.core); });  // another thread may be making a mask
            new (self) Matcher(*made);
          },
          "constraint"_a,
          "At the beginning of a text.")
      .def(
          "__init__",
          [](Matcher* self, const Matcher& other) {
            other.use.check_read();
            new (self) Matcher(other);
          },
          "matcher"_a,
          "A fork: in the state of another matcher, and independent of it.")
      .def(
          "advance",
          [](Matcher& self, const Number& token) {
            const auto id = static_cast<TokenId>(checked("advance", self, token, kMostTokens));
            const InUse::Changing changing(self.use);
            released([&] { self.advance(id); });
          },
          "token"_a,
          "Takes a token, an id from 0 up.\n\n"
          "Raises RejectedToken, and changes nothing, if it is not allowed; RuntimeError while another thread uses it.\n"
          "Costs microseconds where a text has been like this before; else the bytes of the token are parsed.")
      .def(
          "allows",
          [](Matcher& self, const Number& token) {
            const auto id = static_cast<TokenId>(checked("allows", self, token, kMostTokens));
            const InUse::Reading reading(self.use);
            return released([&] { return self.allows(id); });
          },
          "token"_a,
          "Whether `advance` would take the token. Costs as much as `advance` does; no mask is made.")
      .def(
          "fill_bitmask",
          [](Matcher& self, const BitmaskRow& row) {
            check_width(row.words(), self);
            check_aligned(row);
            const InUse::Reading reading(self.use);
            if (self.ready()) return self.fill(row.data());  // a copy, quicker than letting others run meanwhile
            released([&] { self.fill(row.data()); });
          },
          "row"_a.noconvert(),
          "Writes the mask of the next token into `row`: bit t % 32 of word t // 32 is 1 where token t is allowed.\n\n"
          "`row` is a contiguous, writable int32 array of shape (words,) and at least ceil(size / 32) words: NumPy, torch\n"
          "on the CPU, or a memoryview. Raises ValueError for too few words or an address that is no multiple of 4,\n"
          "TypeError for anything else, RuntimeError while another thread moves the matcher.")
      .def(
          "fill_bitmask",
          [](Matcher& self, const Row& row) {
            check_width(row.shape(0), self);
            check_aligned(row);
            const InUse::Reading reading(self.use);
            released([&] { self.fill(reinterpret_cast<std::uint32_t*>(row.data())); });
          },
          "row"_a.noconvert(),
          "The same for an array that comes by DLPack.")
      .def(
          "successors",
          [](Matcher& self) {
            const InUse::Reading reading(self.use);
            const std::size_t size = self.constraint().trie->vocabulary_size();
            auto* next = new std::uint32_t[size];
            const nb::capsule owner(next, [](void* p) noexcept { delete[] static_cast<std::uint32_t*>(p); });
            released([&] { self.successors({next, size}); });
            return nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>>(next, {size}, owner);
          },
          "The configuration after every token, as the middle 32 bits of `state` have it: uint32 (size,).\n\n"
          "2**32 - 1 where the token is not allowed, or ends the text.")
      .def(
          "allows",
          [](Matcher& self, const Number& token, const Number& left) {
            const auto id = static_cast<TokenId>(checked("allows", self, token, kMostTokens));
            const std::uint64_t tokens = tokens_left("allows", self, token.given, left);
            const InUse::Reading reading(self.use);
            return released([&] { return tokens == kAnyTokens ? self.allows(id) : self.allows(id, tokens); });
          },
          "token"_a, "tokens_left"_a.none(),
          "Whether `advance` would take the token, and the text can then be completed with one token less than are left.\n\n"
          "Raises LimitExceeded where it cannot be completed with `tokens_left` at all. None is no limit.")
      .def(
          "fill_bitmask",
          [](Matcher& self, const BitmaskRow& row, const Number& left) {
            check_width(row.words(), self);
            check_aligned(row);
            const std::uint64_t tokens = tokens_left("fill_bitmask", self, nb::none(), left);
            const InUse::Reading reading(self.use);
            released([&] { tokens == kAnyTokens ? self.fill(row.data()) : self.fill(row.data(), tokens); });
          },
          "row"_a.noconvert(), "tokens_left"_a.none(),
          "Writes as 1 only tokens for which `allows(token, tokens_left)` holds; raises what that raises.")
      .def(
          "fill_bitmask",
          [](Matcher& self, const Row& row, const Number& left) {
            check_width(row.shape(0), self);
            check_aligned(row);
            const std::uint64_t tokens = tokens_left("fill_bitmask", self, nb::none(), left);
            auto* const data = reinterpret_cast<std::uint32_t*>(row.data());
            const InUse::Reading reading(self.use);
            released([&] { tokens == kAnyTokens ? self.fill(data) : self.fill(data, tokens); });
          },
          "row"_a.noconvert(), "tokens_left"_a.none(),
          "The same for an array that comes by DLPack.")
      .def("completion", [](Matcher& self) {
        const InUse::Reading reading(self.use);
        return released([&] { return self.completion(); });
      },
          "Tokens of a short completion of the text; none where it is complete. LimitExceeded where none was found.")
      .def_prop_ro("tokens_to_end", [](Matcher& self) {
        const InUse::Reading reading(self.use);
        const std::uint32_t found = released([&] { return self.tokens_to_end(); });
        return found;
      },
          "How many tokens `completion` has; 2**32 - 1 where none was found.")
      .def(
          "rollback",
          [](Matcher& self, const Number& count) {
            self.use.check_change();
            const std::size_t tokens = checked("rollback", self, count, ~std::uint64_t{0});
            if (tokens > self.length())
              throw nb::value_error(("cannot roll back " + std::to_string(tokens) + " tokens of " + std::to_string(self.length())).c_str());
            self.rollback(tokens);
          },
          "tokens"_a,
          "Undoes the last `tokens` advances, without parsing; ValueError if there were fewer.")
      .def(
          "forced_bytes",
          [](Matcher& self, const Number& bytes) {
            const std::size_t limit = checked("forced_bytes", self, bytes, ~std::uint64_t{0});
            std::string out;
            {
              const InUse::Reading reading(self.use);
              out = released([&] { return self.forced_bytes(limit); });
            }
            return nb::bytes(out.data(), out.size());
          },
          "limit"_a = 65536,
          "The longest text that every continuation begins with, up to `limit` bytes; empty where there is a choice.")
      .def(
          "explain",
          [](Matcher& self, const Number& token) {
            const auto id = static_cast<TokenId>(checked("explain", self, token, kMostTokens));
            const InUse::Reading reading(self.use);
            return released([&] { return self.explain(id); });
          },
          "token"_a,
          "Why the token is or is not allowed: the byte at which it fails and what was expected there.")
      .def(
          "advance_bytes",
          [](Matcher& self, const nb::bytes& text) {
            const std::string bytes = to_string(text);
            const InUse::Changing changing(self.use);
            return released([&] { return self.advance_bytes(bytes); });
          },
          "text"_a,
          "Takes the text, as one advance, and returns None; or nothing of it: how many of its bytes could be read.")
      .def(
          "explain_bytes",
          [](Matcher& self, const nb::bytes& text) {
            const std::string bytes = to_string(text);
            const InUse::Changing changing(self.use);
            return released([&] { return self.explain_bytes(bytes); });
          },
          "text"_a,
          "How many bytes of the text could be read, and in words what may follow these.")
      .def(
          "validate",
          [](Matcher& self, const Tokens& tokens) {
            const InUse::Changing changing(self.use);  // it may move to fresh configurations
            return released([&] { return self.validate({tokens.data(), tokens.shape(0)}); });
          },
          "tokens"_a,
          "How many of the tokens, a uint32 array, could be taken one after another.")
      .def(
          "validate_nodes",
          [](Matcher& self, const Parents& parents, const Tokens& tokens, const Flags& valid, const std::optional<Rows>& bitmask) {
            const std::size_t nodes = tokens.shape(0);
            if (parents.shape(0) != nodes || valid.shape(0) != nodes) throw nb::value_error("parents, tokens and flags differ in number");
            for (std::size_t i = 0; i < nodes; ++i)
              if (parents.data()[i] < -1 || parents.data()[i] >= static_cast<std::int64_t>(i)) throw nb::value_error("a parent stands before its node, or is -1");
            if (bitmask) {
              if (bitmask->shape(0) < nodes) throw nb::value_error("the bitmask has fewer rows than there are nodes");
              check_width(bitmask->shape(1), self);
              check_aligned(*bitmask);
            }
            const InUse::Changing changing(self.use);
            released([&] {
              std::uint32_t* rows = bitmask ? reinterpret_cast<std::uint32_t*>(bitmask->data()) : nullptr;
              self.validate_tree({parents.data(), nodes}, {tokens.data(), nodes}, valid.data(), rows, bitmask ? bitmask->shape(1) : 0);
            });
          },
          "parents"_a, "tokens"_a, "valid"_a.noconvert(), "bitmask"_a.noconvert() = nb::none(),
          "Writes to `valid`, a bool array, whether the way to each node could be taken; to `bitmask` the masks there.\n\n"
          "`parents` is an int64 array with -1 for roots, `tokens` a uint32 array; a parent stands before its children.\n"
          "Raises ValueError for other parents, and for arrays that do not fit each other or the vocabulary.")
      .def_prop_ro(
          "history",
          [](const Matcher& self) {
            self.use.check_read();
            nb::list out;
            for (const Matcher::Taken& taken : self.history()) {
              if (const auto* text = std::get_if<std::string>(&taken)) out.append(nb::bytes(text->data(), text->size()));
              else out.append(std::get<TokenId>(taken));
            }
            return out;
          },
          "What was taken, in order: token ids, and the bytes of texts.")
      .def_prop_ro("is_accepting", reading(&Matcher::accepting), "Whether the text so far is complete: end tokens are allowed.")
      .def_prop_ro("is_finished", reading(&Matcher::finished), "Whether an end token was taken; from then on only end tokens are allowed.")
      .def_prop_ro("tokens", reading(&Matcher::tokens), "The tokens that were taken, first token first, without texts that were taken by their bytes.")
      .def_prop_ro("state", reading(&Matcher::state),
          "A number: matchers of one constraint with equal states have equal masks, now and for every continuation.")
      .def("__len__", reading(&Matcher::length), "How many advances there were.");
  for (const char* method : {"advance", "allows", "fill_bitmask", "rollback", "forced_bytes", "explain"}) refuse_others(matcher, method);
}

void bind_encoding(nb::module_& m) {
  m.def(
      "encode",
      [](nb::handle pattern) {
        const std::string code = interruptible([&] { return encode_pattern(pattern); });
        return nb::bytes(code.data(), code.size());
      },
      "pattern"_a,
      "The pattern as postfix byte code; LimitExceeded for a tree of too many nodes.");
  m.def(
      "flatten",
      [](const nb::dict& productions, const nb::object& special, const std::string& source) {
        return interruptible([&] { return flatten_productions(productions, special, source); });
      },
      "productions"_a, "special"_a, "source"_a,
      "The terminals in the order of their numbers, and the postfix code of each production.\n\n"
      "`special` says what stands for a special token; `source` names the grammar in errors: GrammarError for a nonterminal\n"
      "that is not defined, LimitExceeded for a tree of too many nodes.");
}

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
              throw nb::value_error(("the bitmask has " + std::to_string(bitmask.shape(0)) + " rows, and row " + std::to_string(place) + " is to be filled").c_str());
        } else if (bitmask.shape(0) < rows.size())
          throw nb::value_error(("the bitmask has " + std::to_string(bitmask.shape(0)) + " rows for " + std::to_string(rows.size()) + " matchers").c_str());
        rows.check_width(bitmask.shape(1));
        check_aligned(bitmask);
        if (!left.empty() && left.size() != rows.size())
          throw nb::value_error((std::to_string(left.size()) + " numbers of tokens left for " + std::to_string(rows.size()) + " rows").c_str());
        const std::span<const std::uint32_t> where = places ? std::span<const std::uint32_t>(*places) : std::span<const std::uint32_t>();
        released([&] { fill_rows(rows, reinterpret_cast<std::uint32_t*>(bitmask.data()), bitmask.shape(1), threads, left, where); });
      },
      "matchers"_a, "bitmask"_a.noconvert(), "threads"_a = 0, "tokens_left"_a = std::vector<std::uint64_t>(), "places"_a = nb::none(),
      "Fills row i of an int32 bitmask of shape (rows, words) from matchers[i]; None sets the row to all ones.\n\n"
      "With 0 threads, as many as the work is worth. `tokens_left`: nothing, or a number a row, 2**64 - 1 for any. With\n"
      "`places`, matchers[i] fills row places[i].");
  m.def(
      "advance_rows_by",
      [](nb::handle matchers, const std::vector<std::uint32_t>& counts, const std::vector<TokenId>& tokens) {
        const HeldRows rows(matchers, HeldRows::Purpose::Changing);
        std::uint64_t sum = 0;
        for (std::uint32_t count : counts) sum += count;
        if (counts.size() != rows.size() || sum != tokens.size()) throw nb::value_error("counts do not fit the rows or the tokens");
        released([&] { advance_rows_by(rows, counts, tokens); });
      },
      "matchers"_a, "counts"_a, "tokens"_a,
      "Takes counts[i] tokens in matchers[i]; if one is refused, RejectedToken names the row and none has moved.");
  m.def(
      "rollback_rows",
      [](nb::handle matchers, const std::vector<std::uint64_t>& counts) {
        const HeldRows rows(matchers, HeldRows::Purpose::Changing);
        if (counts.size() != rows.size()) throw nb::value_error((std::to_string(counts.size()) + " numbers for " + std::to_string(rows.size()) + " rows").c_str());
        rows.check_lengths(counts);
        released([&] { rollback_rows(rows, counts); });
      },
      "matchers"_a, "counts"_a,
      "Undoes counts[i] advances of matchers[i]; ValueError if there were fewer, and then none has moved.");
  m.def(
      "advance_rows",
      [](nb::handle matchers, const std::vector<TokenId>& tokens) {
        const HeldRows rows(matchers, HeldRows::Purpose::Changing);
        if (tokens.size() != rows.size())
          throw nb::value_error((std::to_string(tokens.size()) + " tokens for " + std::to_string(rows.size()) + " rows").c_str());
        released([&] { advance_rows(rows, tokens); });
      },
      "matchers"_a, "tokens"_a,
      "Takes tokens[i] in matchers[i], if any; if one refuses, RejectedToken names it and none has moved.");
  m.def(
      "follow_rows",
      [](nb::handle matchers, const std::vector<std::int64_t>& tokens) {
        const HeldRows rows(matchers, HeldRows::Purpose::Changing);
        if (tokens.size() != rows.size())
          throw nb::value_error((std::to_string(tokens.size()) + " tokens for " + std::to_string(rows.size()) + " rows").c_str());
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
            if (!capacity || capacity > kMost) throw nb::value_error("the number of masks must lie between 1 and 2^31 - 1");
            new (self) PyMaskBank(words, capacity);
          },
          "words"_a, "capacity"_a,
          "Up to `capacity` masks (1 to 2**31 - 1; ValueError for others) of so many words.")
      .def(
          "find",
          [](PyMaskBank& self, nb::handle matchers, const Ids& ids) {
            const HeldRows rows(matchers, HeldRows::Purpose::Reading);
            rows.check_width(self.words());
            check_aligned(ids);
            if (ids.shape(0) != rows.size())
              throw nb::value_error((std::to_string(ids.shape(0)) + " numbers for " + std::to_string(rows.size()) + " rows").c_str());
            const InUse::Changing changing(self.use);
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
            return nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<2>>(self.data(), {self.capacity(), self.words()});
          },
          nb::rv_policy::reference_internal,
          "All rows, (capacity, words) int32, read-only.");
}

void bind_stack(nb::module_& m) {
  m.def("stack_left", &stack_left, "Bytes that this thread's stack has left; very many where the system does not say.");
  m.def(
      "on_deep_stack",
      [](const nb::object& work) {
        nb::object result;
        {
          const Unlocked unlocked;
          on_deep_stack([&] {
            const Entered entered;
            result = asking_python([&] { return work(); });
          });
        }
        return result;
      },
      "work"_a,
      "Calls `work` on a thread of its own with a stack of 16 MB, and waits for it; raises what it raises.\n\n"
      "LimitExceeded where the system has no such thread.");
}

}  // namespace

NB_MODULE(_native, m) {
  nb::set_leak_warnings(false);  // what caches of a program still hold when it ends is no leak
  m.doc() = "constrain's native core: trie, residual patterns, token tables, recogniser, masks.";

  fork_gate::install();
  translate_faults();
  bind_budget(m);
  bind_text_graph(m);
  bind_vocabulary(m);
  bind_constraint(m);
  bind_matcher(m);
  bind_encoding(m);
  bind_rows(m);
  bind_mask_bank(m);
  bind_stack(m);
}
