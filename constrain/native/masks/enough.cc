// Which tokens of a mask need not be looked at, by one completion instead of one for each state that a token leads to.
//
// In SQL to find a completion takes long. But what a token adds to one is bounded:
//
// 1. Its first lexeme may choose a dearer way of the grammar: by no more than the ways that it can begin are dearer than the
//    cheapest one (`choices`), as far as the grammar alone tells. Each lexeme that follows in the token may begin
//    something that ends no cheaper than the dearest state of any automaton (`LeastCosts::largest`).
// 2. A word of the token uses a name at the most, and then what provides it is written: a source and its alias, what it is
//    merged by, a place among what rows are grouped by (`kNamesOfUse` names, and `kConstruct`); a comma or point at the
//    end asks for one more. Other characters ask for a term (`kBracket`).
// 3. Once, a row may be owed, as long as any that there is, or what was used be grouped by or merged (`Names::widths`).
// 4. What was owed before may be written longer: sources that were separated by commas are joined and merge what they have
//    in common with the new one. So the completion itself counts twice.
//
// This is an argument about SQL, no proof for every catalogue; tests compare what comes of it with what tokens lead to
// (tests/laws.py), at rows, conditions and calls that are long, too. For programs nobody has made it.
#include <algorithm>
#include <bit>

#include "masks/completion.h"

namespace constrain {
namespace {

constexpr std::uint32_t kNamesOfUse = 3, kConstruct = 12, kBracket = 4;

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
  further_ = LeastCosts(reader_.network, words_, false).largest();
  for (const std::string& name : recogniser_.catalogue_names()) catalogue_name_ = std::max(catalogue_name_, spelling(name));
  additions_.resize(trie_.words() * 32);
  for (TokenId t = 0; t < trie_.vocabulary_size(); ++t)
    if (trie_.is_text(t)) additions_[t] = addition(trie_.bytes(t));
  places_.resize(additions_.size());
  for (std::uint32_t place = 0; place < trie_.tokens().size(); ++place) places_[trie_.tokens()[place]] = place;
}

// By how many bytes each way that the grammar has from here is dearer than the cheapest one: those by the boundary set's scans in
// their order, and the dearest by what is open.
Completions::Choices Completions::choices(const Config& config, bool complete) {
  const auto cost_of = [&](SetId set, std::uint32_t place, ResidualId begin) {
    const Recogniser::Scan& scan = recogniser_.expanded(set).expectation->scans[place];
    const Cost after = after_scans(set)[place];
    if (scan.line == Line::Shallower || after == kUnbounded) return kUnbounded;  // a bracket closes: what follows was there before
    const bool owes = scan.line < Line::Named || scan.tracked();  // as `after_scans` counts it
    return words_.length(begin) + after - (owes ? recogniser_.owed(set) : 0);
  };
  Choices out;
  Cost cheapest = complete ? 0 : kUnbounded;
  if (config.boundary != kNone) {
    const auto scans = recogniser_.expanded(config.boundary).expectation->scans;
    for (std::uint32_t i = 0; i < scans.size(); ++i) out.scans.push_back(cost_of(config.boundary, i, scans[i].residual));
    for (const Cost cost : out.scans) cheapest = std::min(cheapest, cost);
  }
  for (const OpenLexeme& t : std::span(config.lexemes, config.count)) {
    const auto [set, place] = recogniser_.origin(t.scan);
    const Cost cost = cost_of(set, place, t.residual);
    cheapest = std::min(cheapest, cost);
    if (cost != kUnbounded) out.open = std::max(out.open, cost);
  }
  const auto dearer = [&](Cost& cost) { cost = cost == kUnbounded ? 0 : cost - std::min(cheapest, cost); };
  for (Cost& cost : out.scans) dearer(cost);
  dearer(out.open);
  return out;
}

// What all tokens from here have in common: the completion, twice, and rows.
std::uint32_t Completions::common(const Config& config, std::uint32_t needed, std::uint32_t& name) {
  Names::Widths widths;
  bool known = true;
  const auto meet = [&](SetId set) {
    for (const std::string& its : recogniser_.made_names(set)) name = std::max(name, spelling(its));
    const std::optional<Names::Widths> its = recogniser_.widths(set);
    known = known && its;
    if (its) widths = {std::max(widths.values, its->values), its->tokens, std::max(widths.names, its->names)};
  };
  if (config.boundary != kNone) meet(config.boundary);
  for (const OpenLexeme& t : std::span(config.lexemes, config.count)) meet(recogniser_.origin(t.scan).first);
  if (name > kLongest || !known) return kFar;
  return plus(plus(needed, needed), widths.values * (name + widths.tokens) + widths.names * (2 * name + kBracket));
}

// The tokens of the mask in `row` that may need more than `left` - 1, as far as is known without looking.
Completions::Doubts Completions::doubts(ConfigId c, std::uint32_t left, const std::uint32_t* row) {
  Doubts out;
  if (!recogniser_.has_names()) return out;
  const std::uint32_t needed = tokens_to_end(c);
  if (!catalogue_name_) find_additions();
  const Config& config = reader_.table[c];
  std::uint32_t name = catalogue_name_;
  const std::uint32_t common = this->common(config, needed, name), word = kNamesOfUse * name + kConstruct;
  if (common == kFar || plus(common, word) > left) return out;
  const std::uint32_t room = left - common;  // for what a token adds
  const Choices choices = this->choices(config, needed == 0);
  const auto adds = [&](const Addition& its, std::uint32_t first) {
    const std::uint32_t lexemes = its.words - std::min<std::uint32_t>(its.words, first);
    return std::max(word, its.words * word + its.brackets * kBracket + lexemes * further_);
  };
  std::uint32_t most = word + choices.open;
  std::vector<std::uint32_t> doubtful;
  const auto take = [&](std::uint32_t place, std::uint32_t added) {
    const TokenId token = trie_.tokens()[place];
    if (!(row[token >> 5] >> (token & 31) & 1)) return;
    most = std::max(most, added);
    if (added > room) doubtful.push_back(place);
  };
  if (config.boundary == kNone) {
    if (most > room) return out;
    // What stays inside a lexeme is one name at the most, however many words a text in quotation marks has.
    for (const OpenLexeme& t : std::span(config.lexemes, config.count))
      for (const auto& [node, depth] : inside(t.residual).ends)
        for (std::uint32_t at = trie_.node(node + 1).tokens; at < trie_.node(trie_.node(node).end).tokens; ++at)
          take(at, plus(adds(addition(trie_.bytes(trie_.tokens()[at]).substr(depth)), 0), choices.open));
  } else {
    const auto scans = recogniser_.expanded(config.boundary).expectation->scans;
    const auto each = [&](auto added) {
      for (std::uint32_t w = 0; w < trie_.words(); ++w)
        for (std::uint32_t left = row[w]; left; left &= left - 1) {
          const TokenId token = w * 32 + std::countr_zero(left);
          if (trie_.is_text(token)) take(places_[token], plus(adds(additions_[token], 1), added(token)));
        }
    };
    const Cost dearest = std::ranges::max(choices.scans.empty() ? std::vector<Cost>{0} : choices.scans);
    each([&](TokenId) { return std::max(choices.open, dearest); });
    if (most > room) {
      // Tokens that begin what is dear count as that, the others as the dearest of the rest.
      most = word + choices.open;
      doubtful.clear();
      const Cost dear = std::min(room - word, word);
      Cost rest = choices.open;
      std::vector<Cost> begun(trie_.tokens().size());  // by place
      for (std::uint32_t i = 0; i < scans.size(); ++i) {
        if (choices.scans[i] <= dear) {
          rest = std::max(rest, choices.scans[i]);
          continue;
        }
        const auto mark = [&](std::uint32_t from, std::uint32_t to) {
          for (; from < to; ++from) begun[from] = std::max(begun[from], choices.scans[i]);
        };
        const Inside& its = inside(scans[i].residual);
        for (const auto& [left, ranges] : its.stay)
          for (const auto& [from, to] : ranges) mark(from, to);
        for (const auto& [node, depth] : its.ends) mark(trie_.node(node + 1).tokens, trie_.node(trie_.node(node).end).tokens);
      }
      each([&](TokenId token) { return std::max(rest, begun[places_[token]]); });
    }
  }
  std::sort(doubtful.begin(), doubtful.end());
  out.enough = plus(common, most);
  out.places = std::move(doubtful);
  return out;
}

}  // namespace constrain
