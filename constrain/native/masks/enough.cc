// How many tokens are enough for a whole mask, by one completion instead of one for each state that a token leads to.
//
// In SQL to find a completion takes long. But what a token adds to one is bounded:
//
// 1. A word of the token uses a name at the most, and then what provides it is written: a source and its alias, what it is
//    merged by, a place among what rows are grouped by (`kNamesOfUse` names); or it begins a construct of the grammar
//    (`kConstruct`). A comma or point at the end asks for one more.
// 2. Any other character opens a bracket at the most, or asks for a term (`kBracket`).
// 3. What was owed before may be written longer: sources that were separated by commas are joined and merge what they have
//    in common with the new one. So the completion itself counts twice.
//
// 4. Once it asks for a row as wide as another or as a table (UNION, VALUES: `kValue` for each), or for all that rows are grouped
//    by or a source merges; or it begins the longest construct of the grammar, as a call of many arguments.
//
// This is an argument about SQL, no proof for every catalogue: the numbers are about twice what was met at worst, and tests
// compare what comes of them with what tokens lead to (tests/laws.py). Of programs it does not hold: in deep blocks completions
// may wander, so that one token adds a thousand.
#include <algorithm>
#include <bit>

#include "masks/completion.h"

namespace constrain {
namespace {

constexpr std::uint32_t kNamesOfUse = 3, kConstruct = 12, kBracket = 4, kValue = 16;

bool in_word(char byte) {
  return static_cast<unsigned char>(byte) >= 0x80 || byte == '_' || (byte >= '0' && byte <= '9') ||
         ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
}

}  // namespace

// How many tokens spell what is left of the text, at most, whatever has been read of it and in either case of letters.
std::uint32_t Completions::spelling(std::string_view text) const {
  std::uint32_t most = 1;
  std::vector<std::uint32_t> least(text.size() + 1, 0);
  for (const bool upper : {false, true})
    for (std::size_t from = text.size(); from-- > 0;) {
      least[from] = kFar;
      TrieNode node = 0;
      for (std::size_t i = from; i < text.size(); ++i) {
        const bool letter = upper && text[i] >= 'a' && text[i] <= 'z';
        node = trie_.child(node, static_cast<std::uint8_t>(letter ? text[i] - 32 : text[i]));
        if (node == kNone) break;
        if (trie_.tokens_begin(node) != trie_.tokens_end(node)) least[from] = std::min(least[from], plus(least[i + 1], 1));
      }
      most = std::max(most, least[from]);
    }
  return most;
}

Completions::Addition Completions::addition(std::string_view text) const {
  Addition out;
  bool inside = false, blank = false;
  for (char byte : text) {
    const bool word = in_word(byte), space = byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
    if (word && !inside) ++out.words;
    else if (!word && !(space && blank)) ++out.brackets;
    inside = word;
    blank = space;
  }
  if (!inside) ++out.words;  // a comma or point asks for a name
  return out;
}

void Completions::find_additions() {
  catalogue_name_ = 1;
  for (const std::string& name : recogniser_.catalogue_names()) catalogue_name_ = std::max(catalogue_name_, spelling(name));
  longest_ = least_->longest();
  additions_.resize(trie_.words() * 32);
  for (TokenId t = 0; t < trie_.vocabulary_size(); ++t)
    if (trie_.is_text(t)) additions_[t] = addition(trie_.bytes(t));
}

// With so many tokens left, each token of the mask in `row` leaves enough; kFar where that is not known without looking.
std::uint32_t Completions::enough(ConfigId c, const std::uint32_t* row) {
  if (!recogniser_.has_names()) return kFar;
  if (!catalogue_name_) find_additions();
  const Config& config = reader_.table[c];
  const std::span<const OpenLexeme> lexemes(config.lexemes, config.count);
  std::uint32_t name = catalogue_name_;
  const auto made = [&](SetId set) {
    for (const std::string& its : recogniser_.made_names(set)) name = std::max(name, spelling(its));
  };
  if (config.boundary != kNone) made(config.boundary);
  for (const OpenLexeme& t : lexemes) made(recogniser_.origin(t.scan).first);
  if (name > kLongest) return kFar;
  const auto set = config.boundary != kNone ? config.boundary : recogniser_.origin(lexemes[0].scan).first;
  const std::optional<Names::Widths> widths = recogniser_.widths(set);
  if (!widths) return kFar;
  const auto rows = static_cast<std::uint32_t>(widths->values * (name + kValue) + widths->names * (2 * name + kBracket));
  const std::uint32_t word = kNamesOfUse * name + kConstruct;
  std::uint32_t most = word;
  const auto take = [&](const Addition& adds) { most = std::max(most, adds.words * word + adds.brackets * kBracket); };
  if (config.boundary == kNone) {
    // What stays inside a lexeme is one name at the most, however many words a text in quotation marks has.
    for (const OpenLexeme& t : lexemes)
      for (const auto& [node, depth] : inside(t.residual).ends)
        for (const TokenId* at = trie_.tokens_begin(node + 1); at < trie_.subtree_tokens_end(node); ++at)
          if (row[*at >> 5] >> (*at & 31) & 1) take(addition(trie_.bytes(*at).substr(depth)));
  } else {
    for (std::uint32_t w = 0; w < trie_.words(); ++w)
      for (std::uint32_t left = row[w]; left; left &= left - 1) take(additions_[w * 32 + std::countr_zero(left)]);
  }
  const std::uint32_t needed = tokens_to_end(c);
  return plus(plus(needed, needed), most + rows + longest_);
}

}  // namespace constrain
