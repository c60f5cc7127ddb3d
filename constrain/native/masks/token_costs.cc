// How many tokens are needed after each token of a mask.
//
// A walk of the token trie beside the configurations that its bytes lead to. Few different ones are met: a token that
// stays in a string leads back to where it began, so most tokens leave the same to do, and only the others are listed.
//
// 1. `Walk`: configurations are states of a small automaton of the walk's own, as residuals are those of TrieWalk.
//    Where all bytes of a subtree lead to residuals that go on alike (`loop`), its tokens are taken as a whole. Inside
//    one lexeme, what its tokens lead to is the same wherever the lexeme stands (`inside`), and only those that may end
//    it are walked.
// 2. Lexemes are forgotten (`Recogniser::forget`): inside one that must differ from others, each text leads to a
//    configuration of its own. Where none of the others begins so, only the completion can tell them apart, and only if
//    it reads such a lexeme itself: so a token after whose state the completion does is looked at by itself.
//    So it is with a name that the text makes up: unless something else is called so, no completion says it, and what
//    is needed after it is what is needed after any other.
// 3. `token_costs`, `restrict`: what is kept of a walk, and the mask for a number of tokens.
#include <algorithm>
#include <map>

#include "masks/completion.h"

namespace constrain {

class Completions::Walk {
 public:
  struct Range {
    std::uint32_t from, to;  // of trie.tokens()
    std::uint32_t needed;
  };

  // `of_regions`: what is needed of the region that the walk begins in, not of the text.
  // `places`: of trie.tokens(), sorted, if only these are asked for.
  Walk(Completions& owner, ConfigId from, const std::uint32_t* mask, bool of_regions = false,
       const std::vector<std::uint32_t>* places = nullptr)
      : owner_(owner), reader_(owner.reader_), trie_(owner.trie_), mask_(mask), from_(from), of_regions_(of_regions), places_(places) {}

  std::vector<Range> run();
  // The same where only one lexeme is open, by what is known of its residual; nothing where that does not do.
  std::optional<std::vector<Range>> run_lexeme();
  // The configurations that tokens lead to, each once; nothing if more than `nodes` of the trie are met, of which it
  // takes those that are.
  std::optional<std::vector<ConfigId>> successors(std::size_t& nodes);

 private:
  using StateIndex = std::uint32_t;
  static constexpr StateIndex kDead = 0xFFFFFFFF, kUnseen = 0xFFFFFFFE;
  static constexpr std::size_t kRows = 4096;  // that are held, of a kilobyte each
  struct State {
    ConfigId config;
    std::uint32_t needed = 0;
    Loop loop{};
    bool asked = false, looked = false;
    bool forgetful = false;  // lexemes on the way to it were forgotten
    bool distinct = false;   // so each token must be looked at by itself
  };
  using Row = std::array<StateIndex, 256>;

  StateIndex root();
  StateIndex state(Frontier& frontier, bool forgetful);
  void descend(TrieNode n, TrieNode stop, StateIndex from);
  StateIndex next(StateIndex s, std::uint8_t byte);
  void take(std::uint32_t from, std::uint32_t to, StateIndex s);
  void take_below(TrieNode n, StateIndex s);
  void keep(std::uint32_t from, std::uint32_t to, std::uint32_t needed);
  std::uint32_t needed_at(ConfigId c) {
    return of_regions_ ? owner_.in_region_after(owner_.regions_.of(from_), c) : owner_.tokens_to_end(c);
  }
  std::uint32_t needed_after(TokenId token);
  bool inside_one(StateIndex s);
  bool asked(std::uint32_t from, std::uint32_t to) const {
    if (!places_) return from < to;
    const auto at = std::lower_bound(places_->begin(), places_->end(), from);
    return at != places_->end() && *at < to;
  }

  Completions& owner_;
  Reader& reader_;
  const TokenTrie& trie_;
  const std::uint32_t* const mask_;
  const ConfigId from_;
  const bool of_regions_;
  const std::vector<std::uint32_t>* const places_;
  std::vector<State> states_;
  std::vector<std::unique_ptr<Row>> rows_;  // by state, or null
  std::size_t held_ = 0;
  std::unordered_map<ConfigId, StateIndex> index_;
  std::vector<Range> ranges_;
  std::string read_;
  std::vector<ConfigId>* found_ = nullptr;  // of `successors`
  std::size_t visited_ = 0, most_ = ~std::size_t{0};
};

// Example: inside a string almost every token leads back to "inside the string", so the walk has a handful of states
// for a hundred thousand tokens.
Completions::Walk::StateIndex Completions::Walk::root() {
  Frontier frontier = reader_.table.frontier(from_);
  bool forgot = false;
  for (OpenLexeme& t : frontier.lexemes) {
    const LexemeId before = std::exchange(t.lexeme, reader_.recogniser.forget(t.scan, t.lexeme, false));
    forgot = forgot || t.lexeme != before;
  }
  return state(frontier, forgot);
}

Completions::Walk::StateIndex Completions::Walk::state(Frontier& frontier, bool forgetful) {
  const ConfigId config = reader_.table.intern(frontier);
  const auto [at, fresh] = index_.try_emplace(config, static_cast<StateIndex>(states_.size()));
  if (fresh) {
    states_.push_back({config});
    states_.back().forgetful = forgetful;
    rows_.emplace_back();
  }
  return at->second;
}

Completions::Walk::StateIndex Completions::Walk::next(StateIndex s, std::uint8_t byte) {
  if (!rows_[s]) {
    // Rows can be made again from the configurations, so they are simply dropped where there are too many.
    if (++held_ > kRows) {
      for (auto& row : rows_) row.reset();
      held_ = 1;
    }
    rows_[s] = std::make_unique_for_overwrite<Row>();
    rows_[s]->fill(kUnseen);
  }
  if (const StateIndex known = (*rows_[s])[byte]; known != kUnseen) return known;
  reader_.recogniser.renew();
  Frontier frontier = reader_.table.frontier(states_[s].config);
  bool forgetful = states_[s].forgetful;
  reader_.stepper.step(frontier, byte, &forgetful);
  const StateIndex found = frontier.empty() ? kDead : state(frontier, forgetful);
  return (*rows_[s])[byte] = found;
}

void Completions::Walk::keep(std::uint32_t from, std::uint32_t to, std::uint32_t needed) {
  if (from == to) return;
  if (!ranges_.empty() && ranges_.back().to == from && ranges_.back().needed == needed) ranges_.back().to = to;
  else ranges_.push_back({from, to, needed});
}

std::uint32_t Completions::Walk::needed_after(TokenId token) {
  reader_.recogniser.renew();
  Frontier* after = reader_.read(from_, token);
  return after ? needed_at(reader_.table.intern(*after)) : kFar;
}

void Completions::Walk::take(std::uint32_t from, std::uint32_t to, StateIndex s) {
  if (!asked(from, to)) return;
  if (found_) {
    if (!std::exchange(states_[s].asked, true)) found_->push_back(states_[s].config);
    return;
  }
  // The tokens to the end are asked for once a state, not once a token, because they may cost a search.
  if (!states_[s].asked) {
    const ConfigId config = states_[s].config;
    const std::uint32_t needed = needed_at(config);
    State& state = states_[s];
    state.needed = needed;
    // What stands for a name is spelled by bytes, which are not all tokens of every vocabulary.
    state.distinct = state.forgetful && !owner_.exact_ && !reader_.table[config].accepting &&
                     (needed == kFar || owner_.step_of(config).distinct);
    state.asked = true;
  }
  if (!states_[s].distinct) return keep(from, to, states_[s].needed);
  // A lexeme that is open all the while can become one of those that the completion reads only if it is the beginning
  // of one.
  std::optional<std::string> completion;
  if (inside_one(s)) completion = owner_.text_of(states_[s].config);
  for (std::uint32_t i = from; i < to; ++i) {
    const TokenId token = trie_.tokens()[i];
    if (!(mask_[token >> 5] >> (token & 31) & 1)) continue;
    bool apart = false;
    if (completion) {
      const std::string lexeme = read_ + std::string(trie_.bytes(token));
      apart = lexeme.find('\\') == std::string::npos && completion->find('\\') == std::string::npos &&
              completion->find(lexeme) == std::string::npos;
    }
    keep(i, i + 1, apart ? states_[s].needed : needed_after(token));
  }
}

// Whether the state is inside the one lexeme that must differ from others and that was open at the beginning, whose
// text is then `read_`.
bool Completions::Walk::inside_one(StateIndex s) {
  const Config& begin = reader_.table[from_];
  const Config& here = reader_.table[states_[s].config];
  if (begin.tracked_count || begin.boundary != kNone || begin.count != 1 || here.boundary != kNone || here.count != 1)
    return false;
  const OpenLexeme &before = begin.lexemes[0], &after = here.lexemes[0];
  if (before.lexeme <= ScopeMemory::kUnknown || before.scan != after.scan || after.lexeme != ScopeMemory::kUnknown)
    return false;
  if (read_.empty()) read_ = reader_.recogniser.scope_memory().text(before.lexeme);
  return true;
}

// All tokens at the node and below it lead back to the state, but for those that end within a character.
void Completions::Walk::take_below(TrieNode n, StateIndex s) {
  std::uint32_t from = trie_.node(n).tokens;
  const std::uint32_t end = trie_.node(trie_.node(n).end).tokens;
  for (const TokenTrie::CutToken& cut : owner_.cut_below(trie_.node(n))) {
    // Whole characters lead back to the state, so only the last one is read.
    StateIndex to = s;
    for (char byte : trie_.tail(cut)) to = next(to, static_cast<std::uint8_t>(byte));
    take(from, cut.place, s);
    take(cut.place, cut.place + 1, to);
    from = cut.place + 1;
  }
  take(from, end, s);
}

// From the node up to `stop`; the state is what their parent leads to.
void Completions::Walk::descend(TrieNode n, TrieNode stop, StateIndex from) {
  struct Level {
    TrieNode end;
    StateIndex state;
  };
  std::vector<Level> levels{{stop, from}};
  while (true) {
    while (n >= levels.back().end) {
      if (levels.size() == 1) return;
      levels.pop_back();
    }
    const TokenTrie::Node& node = trie_.node(n);
    if (places_ && !asked(node.tokens, trie_.node(node.end).tokens)) {
      n = node.end;
      continue;
    }
    const StateIndex s = next(levels.back().state, node.byte);
    if (s == kDead) {
      n = node.end;
      continue;
    }
    spend(1);
    if (++visited_ > most_) return;
    State& state = states_[s];
    if (!std::exchange(state.looked, true)) {
      const Config& config = reader_.table[state.config];
      if (config.count == 1 && config.boundary == kNone && !config.tracked_count &&
          config.lexemes[0].lexeme == ScopeMemory::kUnknown)
        state.loop = owner_.loop(config.lexemes[0].residual);
    }
    if (node.valid && state.loop.holds(node)) {
      take_below(n, s);
      n = node.end;
      continue;
    }
    take(node.tokens, trie_.node(n + 1).tokens, s);
    levels.push_back({node.end, s});
    ++n;
  }
}

std::vector<Completions::Walk::Range> Completions::Walk::run() {
  const StateIndex root = this->root();
  reader_.stepper.next_bytes(reader_.table.frontier(from_)).each([&](std::uint8_t byte) {
    const TrieNode child = trie_.root_child(byte);
    if (child != kNone) descend(child, trie_.node(child).end, root);
  });
  return std::move(ranges_);
}

std::optional<std::vector<Completions::Walk::Range>> Completions::Walk::run_lexeme() {
  const StateIndex root = this->root();
  const Frontier begin = reader_.table.frontier(states_[root].config);
  if (begin.lexemes.size() != 1 || begin.boundary != kNone || !begin.tracked.empty() ||
      begin.lexemes[0].lexeme != ScopeMemory::kUnknown)
    return std::nullopt;
  const OpenLexeme open = begin.lexemes[0];
  const Inside& inside = owner_.inside(open.residual);
  for (const auto& [left, ranges] : inside.stay) {
    reader_.recogniser.renew();
    Frontier frontier;
    if (left != ResidualStore::kEpsilon) frontier.lexemes.push_back({left, open.scan, open.lexeme});
    if (owner_.store_.nullable(left)) frontier.boundary = reader_.recogniser.after(open.scan, open.lexeme);
    const StateIndex s = state(frontier, states_[root].forgetful);
    for (const auto& [from, to] : ranges) take(from, to, s);
  }
  for (const auto& [node, depth] : inside.ends) {
    StateIndex s = root;
    for (char byte : trie_.bytes(*trie_.tokens_begin(node)).substr(0, depth))
      s = next(s, static_cast<std::uint8_t>(byte));
    descend(node + 1, trie_.node(node).end, s);
  }
  return std::move(ranges_);
}

std::optional<std::vector<ConfigId>> Completions::Walk::successors(std::size_t& nodes) {
  std::vector<ConfigId> found;
  found_ = &found;
  most_ = nodes;
  run();
  if (visited_ > most_) return std::nullopt;
  nodes -= visited_;
  return found;
}

// Where few configurations can be reached, and their tokens are found by walks of few nodes, the fewest tokens to the
// end from each: a breadth-first search backward from those that accept. Each generation decides this alike, since it
// depends on the order of the trie alone.
std::optional<std::unordered_map<ConfigId, std::uint32_t>> Completions::search_all() {
  const Network& network = recogniser_.network();
  if (network.has_scopes() || network.has_lines() || network.has_unique_items()) return std::nullopt;
  std::vector<ConfigId> order{ConfigTable::kStart};
  std::unordered_map<ConfigId, std::vector<ConfigId>> into;
  std::unordered_map<ConfigId, std::uint32_t> out{{ConfigTable::kStart, kFar}};
  std::size_t nodes = kSearchedNodes;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto found = Walk(*this, order[i], nullptr).successors(nodes);
    if (!found) return std::nullopt;
    // Edges are kept backwards, for the search that follows.
    for (ConfigId next : *found) {
      into[next].push_back(order[i]);
      if (!out.emplace(next, kFar).second) continue;
      if (order.size() == kSearched) return std::nullopt;
      order.push_back(next);
    }
  }
  std::vector<ConfigId> queue;
  for (ConfigId c : order)
    if (reader_.table[c].accepting) {
      out[c] = 0;
      queue.push_back(c);
    }
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (ConfigId before : into[queue[i]])
      if (out[before] == kFar) {
        out[before] = out[queue[i]] + 1;
        queue.push_back(before);
      }
  return out;
}

// A walk of the trie by the residual alone, up to where its lexeme may end.
const Completions::Inside& Completions::inside(ResidualId residual) {
  if (const auto known = insides_.find(residual); known != insides_.end()) return known->second;
  struct Level {
    TrieNode end;
    ResidualId residual;
  };
  std::map<ResidualId, std::vector<std::pair<std::uint32_t, std::uint32_t>>> stay;
  Inside out;
  const auto take = [&](ResidualId left, std::uint32_t from, std::uint32_t to) {
    if (from == to) return;
    auto& ranges = stay[left];
    if (!ranges.empty() && ranges.back().second == from) ranges.back().second = to;
    else ranges.emplace_back(from, to);
  };
  std::vector<Level> levels{{trie_.size(), residual}};
  for (TrieNode n = 1;;) {
    while (levels.size() > 1 && n >= levels.back().end) levels.pop_back();
    if (n >= levels.back().end) break;
    spend(1);
    const TokenTrie::Node& node = trie_.node(n);
    const ResidualId left = store_.derive(levels.back().residual, node.byte);
    if (left == ResidualStore::kEmpty) {
      n = node.end;
      continue;
    }
    const bool leaf = node.end == n + 1;
    if (leaf || store_.nullable(left) || !node.valid || !loop(left).holds(node)) {
      take(left, node.tokens, trie_.node(n + 1).tokens);
      if (leaf || store_.nullable(left)) {
        if (!leaf) out.ends.emplace_back(n, static_cast<std::uint32_t>(levels.size()));
        n = node.end;
      } else {
        levels.push_back({node.end, left});
        ++n;
      }
      continue;
    }
    std::uint32_t from = node.tokens;
    const std::uint32_t end = trie_.node(node.end).tokens;
    for (const TokenTrie::CutToken& cut : cut_below(node)) {
      ResidualId to = left;
      for (char byte : trie_.tail(cut)) to = store_.derive(to, static_cast<std::uint8_t>(byte));
      take(left, from, cut.place);
      take(to, cut.place, cut.place + 1);
      from = cut.place + 1;
    }
    take(left, from, end);
    n = node.end;
  }
  for (auto& [left, ranges] : stay) {
    kept_ += ranges.size();
    out.stay.emplace_back(left, std::move(ranges));
  }
  kept_ += out.ends.size();
  return insides_.emplace(residual, std::move(out)).first->second;
}

// The tokens at the node, which is valid, and below it that end within a character; most nodes have ASCII alone below.
std::span<const TokenTrie::CutToken> Completions::cut_below(const TokenTrie::Node& node) const {
  if (!(node.below & (1u << kLetters | 1u << kMarks))) return {};
  const auto before = [](const TokenTrie::CutToken& cut, std::uint32_t place) { return cut.place < place; };
  const auto first = std::lower_bound(trie_.cut_tokens().begin(), trie_.cut_tokens().end(), node.tokens, before);
  return {first, std::lower_bound(first, trie_.cut_tokens().end(), trie_.node(node.end).tokens, before)};
}

// Two kinds of residuals go on as before after any text of some bytes: one that comes back to itself, and a counted one
// of characters, `x{0,m} tail`, of which only m is less then. What begins the tail must be no character of the loop, or
// the text could be part of the tail as well.
Completions::Loop Completions::loop(ResidualId residual) {
  if (const auto known = loops_.find(residual); known != loops_.end()) return known->second;
  Loop out{groups_to(residual, residual), kUnbounded};
  const ResidualStore::Node& node = store_.node(residual);
  if (!exact_ && !out.groups && node.kind == ResidualStore::Kind::Concat) {
    const ResidualStore::Node& head = store_.node(node.a);
    if (head.kind == ResidualStore::Kind::Repeat && head.minimum == 0 && !node.asserts &&
        (store_.first(head.a) & store_.first(node.b)).empty())
      out = {groups_to(head.a, ResidualStore::kEpsilon), head.maximum};
  }
  return loops_.emplace(residual, out).first->second;
}

// The groups of bytes (see byte_groups.h) of which any character, in valid UTF-8, leads from one residual to the other.
std::uint32_t Completions::groups_to(ResidualId from, ResidualId to) {
  std::uint32_t others = 0;
  for (int b = 0; b < 0x80; ++b)
    if (store_.derive(from, static_cast<std::uint8_t>(b)) != to) others |= group_bit(static_cast<std::uint8_t>(b));
  // Lead bytes with how many continuations follow, and in which range the first of these is (Unicode, table 3-7).
  for (int b = 0xC2; b < 0xF5; ++b) {
    const std::uint32_t continuations = b < 0xE0 ? 1 : b < 0xF0 ? 2 : 3;
    const std::uint8_t low = b == 0xE0   ? 0xA0
                             : b == 0xF0 ? 0x90
                                         : 0x80,
                       high = b == 0xED   ? 0x9F
                              : b == 0xF4 ? 0x8F
                                          : 0xBF;
    if (others & group_bit(static_cast<std::uint8_t>(b))) continue;
    if (!comes_to(store_.derive(from, static_cast<std::uint8_t>(b)), to, continuations, low, high))
      others |= group_bit(static_cast<std::uint8_t>(b));
  }
  return ~others;
}

bool Completions::comes_to(ResidualId from, ResidualId to, std::uint32_t continuations, std::uint8_t low,
                           std::uint8_t high) {
  if (continuations == 0) return from == to;
  ResidualId last = ResidualStore::kEmpty;
  for (int b = low; b <= high; ++b) {
    const ResidualId next = store_.derive(from, static_cast<std::uint8_t>(b));
    if (next == ResidualStore::kEmpty) return false;
    if (next == std::exchange(last, next)) continue;
    if (!comes_to(next, to, continuations - 1, 0x80, 0xBF)) return false;
  }
  return true;
}

const Completions::TokenCosts& Completions::token_costs(ConfigId c, std::uint32_t left, const std::uint32_t* mask,
                                                        bool of_regions) {
  auto& all = of_regions ? token_costs_in_regions_ : token_costs_;
  const auto known = all.find(c);
  if (known != all.end() && known->second.from <= left) return known->second;
  TokenCosts out;
  Doubts doubts;
  if (!of_regions) doubts = this->doubts(c, left, mask);
  const std::vector<std::uint32_t>* places = doubts.places ? &*doubts.places : nullptr;
  if (places) out.from = places->empty() ? doubts.enough : left;
  std::optional<std::vector<Walk::Range>> found = Walk(*this, c, mask, of_regions, places).run_lexeme();
  if (!found) found = Walk(*this, c, mask, of_regions, places).run();
  const std::vector<Walk::Range>& ranges = *found;
  std::map<std::uint32_t, std::size_t> sizes;  // tokens by what they leave
  for (const Walk::Range& range : ranges) sizes[range.needed] += range.to - range.from;
  std::size_t most = 0;
  for (const auto& [needed, size] : sizes) {
    out.most = needed;
    if (places || size <= most) continue;
    most = size;
    out.usual = needed;
  }
  for (const Walk::Range& range : ranges) {
    if (!places && range.needed == out.usual) continue;
    const auto list = [&](std::uint32_t place) {
      const TokenId token = trie_.tokens()[place];
      if (mask[token >> 5] >> (token & 31) & 1) out.others.emplace_back(range.needed, token);
    };
    if (places)
      std::for_each(std::lower_bound(places->begin(), places->end(), range.from),
                    std::lower_bound(places->begin(), places->end(), range.to), list);
    else
      for (std::uint32_t place = range.from; place < range.to; ++place) list(place);
  }
  std::sort(out.others.begin(), out.others.end());
  // Too long a list to be kept; it is made again where it is asked for again.
  if (out.others.size() > kListed) return unkept_ = std::move(out);
  if (const auto old = all.find(c); old != all.end()) kept_ -= old->second.others.size();
  kept_ += out.others.size();
  return all.insert_or_assign(c, std::move(out)).first->second;
}

// Where names were forgotten, costs are upper bounds; so the completion's own token is put back, lest the mask be empty.
std::uint32_t Completions::restrict(ConfigId c, std::uint32_t left, std::uint32_t* row) {
  const TokenCosts* costs = left ? &token_costs(c, left, row) : nullptr;
  const std::uint32_t ample = costs ? std::max(plus(costs->most, 1), costs->from) : kUnbounded;
  keep_within(c, left, costs, row);
  const std::uint32_t needed = recogniser_.network().has_lines() ? tokens_to_end(c) : 0;
  if (needed && needed <= left) {
    ConfigId at = c;
    const TokenId token = longest_token(at, needed - 1);
    row[token >> 5] |= 1u << (token & 31);
  }
  return ample;
}

// Takes from the mask in `row` the tokens after which `left` or more are needed; all of them if none is left, and
// `costs` is null.
void Completions::keep_within(ConfigId c, std::uint32_t left, const TokenCosts* costs, std::uint32_t* row) {
  const auto set = [&](TokenId t) { row[t >> 5] |= 1u << (t & 31); };
  if (costs) {
    const auto too_many = std::upper_bound(costs->others.begin(), costs->others.end(), std::pair{left - 1, kNone});
    if (costs->usual < left) {
      for (auto at = too_many; at != costs->others.end(); ++at) row[at->second >> 5] &= ~(1u << (at->second & 31));
      return;
    }
    std::fill_n(row, trie_.words(), 0);
    for (auto at = costs->others.begin(); at != too_many; ++at) set(at->second);
  } else {
    std::fill_n(row, trie_.words(), 0);
  }
  if (reader_.table[c].accepting)
    for (TokenId t : trie_.end_ids()) set(t);
}

}  // namespace constrain
