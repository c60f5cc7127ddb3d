// How many tokens are enough for a whole mask, by one completion instead of one for each state that a token leads to.
//
// Where names are declared and used, a completion takes long to find. But what a token adds to one is bounded:
//
// 1. A word of the token uses a name at the most: the rest of it is spelled, and a source or a target that provides it, with
//    its name, what it merges or meets, and a place among what rows are grouped by (`kNamesOfUse` names); or it begins a construct
//    of the grammar (`kConstruct`), or a call, all of whose arguments are to be given. The first word may go on with one before.
// 2. Any other character opens a bracket at the most, and asks for a term (`kBracket`).
// 3. What was owed before may be written longer: each source that was separated by a comma may have to be joined, and merge
//    what it has in common with the new one. So the completion itself counts twice.
//
// This is an argument about what SQL and programs are made of, not a proof for any catalogue; tests compare it with what
// tokens lead to (tests/laws.py).
#include <algorithm>

#include "masks/completion.h"

namespace constrain {
namespace {

constexpr std::uint32_t kNamesOfUse = 5, kConstruct = 12, kBracket = 4;

bool in_word(char byte) {
  return static_cast<unsigned char>(byte) >= 0x80 || byte == '_' || (byte >= '0' && byte <= '9') ||
         ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
}

}  // namespace

// The most tokens that spell an end of the text, from any byte on.
std::uint32_t Completions::spelling(std::string_view text) const {
  std::vector<std::uint32_t> least(text.size() + 1, kFar);
  least.back() = 0;
  std::uint32_t most = 0;
  for (std::size_t from = text.size(); from-- > 0;) {
    TrieNode node = 0;
    for (std::size_t i = from; i < text.size() && (node = trie_.child(node, static_cast<std::uint8_t>(text[i]))) != kNone; ++i)
      if (trie_.tokens_begin(node) != trie_.tokens_end(node)) least[from] = std::min(least[from], plus(least[i + 1], 1));
    most = std::max(most, least[from]);
  }
  return most;
}

std::uint32_t Completions::addition(std::string_view text) const {
  std::uint32_t out = 0;
  bool inside = false;
  for (char byte : text) {
    const bool word = in_word(byte);
    if (word ? !inside : byte == '\n') out += word_adds_;
    else if (!word && byte != ' ') out += kBracket;
    inside = word;
  }
  return out;
}

void Completions::find_additions() {
  std::uint32_t name = 1;
  for (std::string word : recogniser_.catalogue_names()) {
    name = std::max(name, spelling(word));
    for (char& byte : word) byte = static_cast<char>(byte >= 'a' && byte <= 'z' ? byte - 32 : byte);
    name = std::max(name, spelling(word));
  }
  word_adds_ = plus(kNamesOfUse * std::min(name, kLongest), kConstruct + recogniser_.most_arguments() * (name + kBracket));
  for (TokenId t = 0; t < trie_.vocabulary_size(); ++t) {
    const std::uint32_t adds = trie_.is_text(t) ? addition(trie_.bytes(t)) : 0;
    if (adds > word_adds_) additions_.emplace_back(adds, t);
  }
  std::sort(additions_.begin(), additions_.end(), std::greater<>());
}

// With so many tokens left, each token of the mask in `row` leaves enough; kFar where that is not known without looking.
std::uint32_t Completions::enough(ConfigId c, const std::uint32_t* row) {
  if (!recogniser_.has_names()) return kFar;
  if (!word_adds_) find_additions();
  const auto allowed = [&](TokenId t) { return row[t >> 5] >> (t & 31) & 1; };
  std::uint32_t most = word_adds_;
  const Config& config = reader_.table[c];
  if (config.boundary == kNone) {
    // What stays inside a lexeme is one name at the most, however many words a text in quotation marks has.
    for (const OpenLexeme& t : std::span(config.lexemes, config.count))
      for (const auto& [node, depth] : inside(t.residual).ends)
        for (const TokenId* at = trie_.tokens_begin(node + 1); at < trie_.subtree_tokens_end(node); ++at)
          if (allowed(*at)) most = std::max(most, addition(trie_.bytes(*at).substr(depth)));
  } else if (const auto found = std::ranges::find_if(additions_, [&](const auto& a) { return allowed(a.second); });
             found != additions_.end()) {
    most = found->first;
  }
  const std::uint32_t needed = tokens_to_end(c);
  return plus(plus(needed, needed), plus(word_adds_, most));
}

}  // namespace constrain
