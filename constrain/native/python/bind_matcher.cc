// Matchers, a function for each subject: beginnings and copies, taking tokens, masks, budgets, texts and explanations.
//
// The overloads of a method are tried in the order in which they are bound: without `tokens_left`, then with it, and
// last one that takes anything and says what is wrong with it (arguments.h).
#include "masks/batch.h"
#include "python/arguments.h"
#include "python/bindings.h"
#include "python/bitmask_row.h"
#include "python/interruptible.h"
#include "python/values.h"

namespace constrain {
namespace {

using MatcherClass = nb::class_<Matcher>;
using Tokens = Array<const TokenId>;
using Parents = Array<const std::int64_t>;
using Flags = Array<bool>;

TokenId token_id(const char* method, const Matcher& matcher, const Number& token) {
  return static_cast<TokenId>(checked(method, matcher, token, kNone));
}

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

// The words of a row that is as long as the matcher's masks.
std::uint32_t* words_of(const BitmaskRow& row, const Matcher& matcher) {
  check_width(row.words(), matcher);
  return aligned(row);
}
std::uint32_t* words_of(const Row& row, const Matcher& matcher) {
  check_width(row.shape(0), matcher);
  return aligned(row);
}

// What a matcher says of itself at once.
template <class Answer>
auto reading(Answer (Matcher::*ask)() const) {
  return [ask](const Matcher& self) {
    self.use.check_read();
    return (self.*ask)();
  };
}

// What work answers that may take its time, while others only read the matcher; or while nobody uses it.
template <class Work>
auto read_with(const Matcher& self, Work work) {
  const InUse::Reading reading(self.use);
  const UnderLimits under(self.constraint().steps);
  return released(work);
}
template <class Work>
auto change_with(Matcher& self, Work work) {
  const InUse::Changing changing(self.use);
  const UnderLimits under(self.constraint().steps);
  return released(work);
}

void bind_beginnings(MatcherClass& matcher) {
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
          "A fork: in the state of another matcher, and independent of it.");
}

void bind_tokens(MatcherClass& matcher) {
  matcher
      .def(
          "advance",
          [](Matcher& self, const Number& token) {
            const TokenId id = token_id("advance", self, token);
            change_with(self, [&] { self.advance(id); });
          },
          "token"_a,
          "Takes a token, an id from 0 up.\n\n"
          "Raises RejectedToken, and changes nothing, if it is not allowed; RuntimeError while another thread uses "
          "it.\n"
          "Costs microseconds where a text has been like this before; else the bytes of the token are parsed.")
      .def(
          "allows",
          [](Matcher& self, const Number& token) {
            const TokenId id = token_id("allows", self, token);
            return read_with(self, [&] { return self.allows(id); });
          },
          "token"_a, "Whether `advance` would take the token. Costs as much as `advance` does; no mask is made.")
      .def(
          "rollback",
          [](Matcher& self, const Number& count) {
            self.use.check_change();
            const std::size_t tokens = checked("rollback", self, count, ~std::uint64_t{0});
            if (tokens > self.length())
              throw nb::value_error(
                  ("cannot roll back " + std::to_string(tokens) + " tokens of " + std::to_string(self.length()))
                      .c_str());
            self.rollback(tokens);
          },
          "tokens"_a, "Undoes the last `tokens` advances, without parsing; ValueError if there were fewer.")
      .def(
          "validate",
          [](Matcher& self, const Tokens& tokens) {
            // It may move to fresh configurations.
            return change_with(self, [&] { return self.validate({tokens.data(), tokens.shape(0)}); });
          },
          "tokens"_a, "How many of the tokens, a uint32 array, could be taken one after another.")
      .def(
          "validate_nodes",
          [](Matcher& self, const Parents& parents, const Tokens& tokens, const Flags& valid,
             const std::optional<Rows>& bitmask) {
            const std::size_t nodes = tokens.shape(0);
            if (parents.shape(0) != nodes || valid.shape(0) != nodes)
              throw nb::value_error("parents, tokens and flags differ in number");
            for (std::size_t i = 0; i < nodes; ++i)
              if (parents.data()[i] < -1 || parents.data()[i] >= static_cast<std::int64_t>(i))
                throw nb::value_error("a parent stands before its node, or is -1");
            std::uint32_t* rows = nullptr;
            if (bitmask) {
              if (bitmask->shape(0) < nodes) throw nb::value_error("the bitmask has fewer rows than there are nodes");
              check_width(bitmask->shape(1), self);
              rows = aligned(*bitmask);
            }
            change_with(self, [&] {
              self.validate_tree({parents.data(), nodes}, {tokens.data(), nodes}, valid.data(), rows,
                                 bitmask ? bitmask->shape(1) : 0);
            });
          },
          "parents"_a, "tokens"_a, "valid"_a.noconvert(), "bitmask"_a.noconvert() = nb::none(),
          "Writes to `valid`, a bool array, whether the way to each node could be taken; to `bitmask` the masks "
          "there.\n\n"
          "`parents` is an int64 array with -1 for roots, `tokens` a uint32 array; a parent stands before its "
          "children.\n"
          "Raises ValueError for other parents, and for arrays that do not fit each other or the vocabulary.")
      .def_prop_ro("tokens", reading(&Matcher::tokens),
                   "The tokens that were taken, first token first, without texts that were taken by their bytes.")
      .def("__len__", reading(&Matcher::length), "How many advances there were.");
}

void bind_masks(MatcherClass& matcher) {
  matcher
      .def(
          "fill_bitmask",
          [](Matcher& self, const BitmaskRow& row) {
            std::uint32_t* const words = words_of(row, self);
            const InUse::Reading reading(self.use);
            if (self.ready()) return self.fill(words);  // a copy, quicker than letting others run meanwhile
            const UnderLimits under(self.constraint().steps);
            released([&] { self.fill(words); });
          },
          "row"_a.noconvert(),
          "Writes the mask of the next token into `row`: bit t % 32 of word t // 32 is 1 where token t is allowed.\n\n"
          "`row` is a contiguous, writable int32 array of shape (words,) and at least ceil(size / 32) words: NumPy, "
          "torch\n"
          "on the CPU, or a memoryview. Raises ValueError for too few words or an address that is no multiple of 4,\n"
          "TypeError for anything else, RuntimeError while another thread moves the matcher.")
      .def(
          "fill_bitmask",
          [](Matcher& self, const Row& row) {
            std::uint32_t* const words = words_of(row, self);
            read_with(self, [&] { self.fill(words); });
          },
          "row"_a.noconvert(), "The same for an array that comes by DLPack.")
      .def(
          "successors",
          [](Matcher& self) {
            const InUse::Reading reading(self.use);
            const std::size_t size = self.constraint().trie->vocabulary_size();
            auto* next = new std::uint32_t[size];
            const nb::capsule owner(next, [](void* p) noexcept { delete[] static_cast<std::uint32_t*>(p); });
            const UnderLimits under(self.constraint().steps);
            released([&] { self.successors({next, size}); });
            return nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>>(next, {size}, owner);
          },
          "The configuration after every token, as the middle 32 bits of `state` have it: uint32 (size,).\n\n"
          "2**32 - 1 where the token is not allowed, or ends the text.")
      .def_prop_ro("is_accepting", reading(&Matcher::accepting),
                   "Whether the text so far is complete: end tokens are allowed.")
      .def_prop_ro("is_finished", reading(&Matcher::finished),
                   "Whether an end token was taken; from then on only end tokens are allowed.")
      .def_prop_ro("shortened", reading(&Matcher::shortened),
                   "Whether a mask with `tokens_left` has left out what the grammar allows; forks inherit it.")
      .def_prop_ro(
          "state", reading(&Matcher::state),
          "A number: matchers of one constraint with equal states have equal masks, now and for every continuation.");
}

template <class Words>
void fill_with_tokens_left(Matcher& self, const Words& row, const Number& left) {
  std::uint32_t* const words = words_of(row, self);
  const std::uint64_t tokens = tokens_left("fill_bitmask", self, nb::none(), left);
  read_with(self, [&] { tokens == kAnyTokens ? self.fill(words) : self.fill(words, tokens); });
}

void bind_budgets(MatcherClass& matcher) {
  matcher
      .def(
          "allows",
          [](Matcher& self, const Number& token, const Number& left) {
            const TokenId id = token_id("allows", self, token);
            const std::uint64_t tokens = tokens_left("allows", self, token.given, left);
            return read_with(self, [&] { return tokens == kAnyTokens ? self.allows(id) : self.allows(id, tokens); });
          },
          "token"_a, "tokens_left"_a.none(),
          "Whether `advance` would take the token, and the text can then be completed with one token less than are "
          "left.\n\n"
          "Raises LimitExceeded where it cannot be completed with `tokens_left` at all. None is no limit.")
      .def("fill_bitmask", &fill_with_tokens_left<BitmaskRow>, "row"_a.noconvert(), "tokens_left"_a.none(),
           "Writes as 1 only tokens for which `allows(token, tokens_left)` holds; raises what that raises.")
      .def("fill_bitmask", &fill_with_tokens_left<Row>, "row"_a.noconvert(), "tokens_left"_a.none(),
           "The same for an array that comes by DLPack.")
      .def(
          "completion", [](Matcher& self) { return read_with(self, [&] { return self.completion(); }); },
          "Tokens of a short completion of the text; none where it is complete. LimitExceeded where none was found.")
      .def_prop_ro(
          "tokens_to_end", [](Matcher& self) { return read_with(self, [&] { return self.tokens_to_end(); }); },
          "How many tokens `completion` has; 2**32 - 1 where none was found.");
}

void bind_texts(MatcherClass& matcher) {
  matcher
      .def(
          "forced_bytes",
          [](Matcher& self, const Number& bytes) {
            const std::size_t limit = checked("forced_bytes", self, bytes, ~std::uint64_t{0});
            return to_bytes(read_with(self, [&] { return self.forced_bytes(limit); }));
          },
          "limit"_a = 65536,
          "The longest text that every continuation begins with, up to `limit` bytes; empty where there is a choice.")
      .def(
          "explain",
          [](Matcher& self, const Number& token) {
            const TokenId id = token_id("explain", self, token);
            return read_with(self, [&] { return self.explain(id); });
          },
          "token"_a,
          "Why the token is or is not allowed: the byte at which it fails and what was expected there.")
      .def(
          "advance_bytes",
          [](Matcher& self, const nb::bytes& text) {
            const std::string bytes = to_string(text);
            return change_with(self, [&] { return self.advance_bytes(bytes); });
          },
          "text"_a,
          "Takes the text, as one advance, and returns None; or nothing of it: how many of its bytes could be read.")
      .def(
          "explain_bytes",
          [](Matcher& self, const nb::bytes& text) {
            const std::string bytes = to_string(text);
            return change_with(self, [&] { return self.explain_bytes(bytes); });
          },
          "text"_a,
          "How many bytes of the text could be read, and in words what may follow these.")
      .def_prop_ro(
          "history",
          [](const Matcher& self) {
            self.use.check_read();
            nb::list out;
            for (const Matcher::Taken& taken : self.history()) {
              if (const auto* text = std::get_if<std::string>(&taken)) out.append(to_bytes(*text));
              else out.append(std::get<TokenId>(taken));
            }
            return out;
          },
          "What was taken, in order: token ids, and the bytes of texts.");
}

}  // namespace

void bind_matcher(nb::module_& m) {
  MatcherClass matcher(
      m, "Matcher",
      "The state of one sequence: an interned configuration and its history. Built from a matcher, it is its fork.");
  bind_beginnings(matcher);
  bind_tokens(matcher);
  bind_masks(matcher);
  bind_budgets(matcher);
  bind_texts(matcher);
  for (const char* method : {"advance", "allows", "fill_bitmask", "rollback", "forced_bytes", "explain"})
    refuse_others(matcher, method);
}

}  // namespace constrain
