// Vocabularies: their token tries, and the stores of patterns and tables that their grammars share.
#include "masks/warm_up.h"
#include "pattern/texts.h"
#include "python/bindings.h"
#include "python/interruptible.h"
#include "python/values.h"
#include "tokens/table_file.h"

namespace constrain {
namespace {

using Lengths = Array<const std::uint32_t>;
using Saved = Array<const std::uint8_t>;

// Nothing is believed of the numbers: after this a wrong one would be an address.
void make_vocabulary(PyVocabulary* self, const nb::bytes& text, const Lengths& lengths, std::vector<TokenId> end_ids,
                     const Lengths& order, const Saved& tables) {
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
    auto trie =
        std::make_shared<const TokenTrie>(std::move(bytes), std::move(offsets), std::move(end_ids), std::move(known));
    core = std::make_shared<VocabularyCore>(std::move(trie), std::move(saved));
  }
  new (self) PyVocabulary{std::move(core)};
}

}  // namespace

void bind_vocabulary(nb::module_& m) {
  nb::class_<PyVocabulary>(
      m, "Vocabulary",
      "The token trie of a vocabulary and the store of residual patterns and token tables shared by its grammars.")
      .def("__init__", &make_vocabulary, "text"_a, "lengths"_a, "end_ids"_a, "order"_a, "tables"_a,
           "Tokens one after another with their lengths, 0 for no text, and their order if it is known: uint32 "
           "arrays.\n\n"
           "`tables` are what `tables()` of an equal vocabulary gave, or nothing: a uint8 array.")
      .def(
          "tables",
          [](const PyVocabulary& v, std::size_t limit) {
            return to_bytes(released([&] { return save_tables(*v.core->shared().store, limit); }));
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
              auto grammar = FlatGrammar{packed(terminals), packed(names), packed(productions), start, {}};
              list.push_back({std::make_shared<const FlatGrammar>(std::move(grammar)), to_string(text)});
            }
            released([&] {
              for (const Sample& sample : list) walk_sample(v.core, sample);
            });
          },
          "samples"_a,
          "Makes the token tables that sample texts need under sample grammars.\n\n"
          "A sample is what `Constraint` takes as terminals, names, productions and start, and a text. What does not "
          "fit\n"
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
            for (const std::string& text : found.listed) listed.append(to_bytes(text));
            return nb::make_tuple(found.count, listed);
          },
          "code"_a, "limit"_a,
          "How many texts a pattern has, up to 2**20 for more or too many to tell, and which, if at most `limit`.\n\n"
          "`code` is the pattern's byte code. Raises what the pattern is refused with.")
      .def_prop_ro(
          "order",
          [](const PyVocabulary& v) {
            const std::vector<TokenId>& tokens = v.core->trie->tokens();
            return to_bytes({reinterpret_cast<const char*>(tokens.data()), tokens.size() * sizeof(TokenId)});
          },
          "The text tokens by their bytes and then by id, as uint32: what may be handed over as `order` next time.")
      .def_prop_ro(
          "size", [](const PyVocabulary& v) { return v.core->trie->vocabulary_size(); },
          "How many token ids there are, with and without text.")
      .def_prop_rw(
          "store_budget", [](const PyVocabulary& v) { return v.core->budget; },
          [](PyVocabulary& v, std::size_t bytes) { v.core->budget = bytes; },
          "Bytes of a store of patterns beyond which new grammars begin another; twice as many, and constraints do.")
      .def(
          "statistics",
          [](const PyVocabulary& v) {
            const auto [store, scans] = released([&] { return v.core->shared(); });
            nb::dict out;
            out["trie_nodes"] = v.core->trie->size();
            out["trie_bytes"] = v.core->trie->memory();
            out["residuals"] = store->size();
            out["store_bytes"] = store->memory();
            out["scan_bytes"] = scans->memory();
            out["saved_table_bytes"] = v.core->tables.size();
            return out;
          },
          "Nodes and bytes of the trie, residuals and bytes of the store.");
}

}  // namespace constrain
