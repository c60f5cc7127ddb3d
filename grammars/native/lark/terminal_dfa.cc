// From ordered threads to a deterministic automaton, in order:
//
// 1. `closure`: from a node to those that read a character or match, in the order of preference. Lookaheads on the way
//    become *pending*; lookbehinds are answered at once from the characters that the thread remembers.
// 2. `move`, `step`: threads read a class of characters. What is pending steps along (`step_lookaheads`), and a thread goes where
//    nothing fulfils it any more. A thread that has matched, with nothing pending, cuts off all threads after it.
// 3. `parts_of`: classes that no thread of a state tells apart are one part, and stepped once.
// 4. `automaton`: states are sequences of threads, those of terminals tried before (competitors), -1, the terminal's own. Where a
//    competitor has surely matched, the terminal has lost, and there is no state.
// 5. `minimise`: states of equal futures become one (Moore 1956).
// Example: for `a+?` there are two threads after "a": one that has matched, tried first, and one that reads more.
// With nothing pending the first cuts off the second, so the automaton has no way on.
#include "lark/terminal_dfa.h"

#include <algorithm>
#include <numeric>

namespace constrain {

namespace {

std::uint64_t pair_key(std::int32_t a, std::int32_t b) {
  return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
}

void sort_unique(Vec<std::int32_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// Calls f(negative, nodes, how many) for each lookahead; false as soon as f is.
template <class F>
bool each_look(ThreadMachine::List pending, F f) {
  for (std::size_t at = 0; at < pending.size(); at += 2 + pending[at + 1])
    if (!f(pending[at] != 0, pending.data() + at + 2, pending[at + 1])) return false;
  return true;
}

// A set of lookaheads, each in the form that `each_look` reads, in a canonical order.
class Looks {
 public:
  explicit Looks(ThreadMachine::List pending) {
    each_look(pending, [&](bool negative, const std::int32_t* nodes, std::int32_t count) {
      add(negative, {nodes, nodes + count});
      return true;
    });
  }
  Looks() = default;
  void add(bool negative, const Vec<std::int32_t>& nodes) {
    Vec<std::int32_t> look{negative, static_cast<std::int32_t>(nodes.size())};
    look.insert(look.end(), nodes.begin(), nodes.end());
    looks_.push_back(std::move(look));
  }
  Vec<std::int32_t> flat() {
    std::sort(looks_.begin(), looks_.end());
    looks_.erase(std::unique(looks_.begin(), looks_.end()), looks_.end());
    Vec<std::int32_t> out;
    for (const auto& look : looks_) out.insert(out.end(), look.begin(), look.end());
    return out;
  }

 private:
  Vec<Vec<std::int32_t>> looks_;
};

}  // namespace

ThreadMachine::ThreadMachine(Vec<ThreadNode> nodes, Vec<std::int32_t> ways,
                             const Vec<Vec<std::int32_t>>& sets, Vec<std::int32_t> classes,
                             std::int32_t count, std::int32_t found, std::int32_t width,
                             Vec<std::int32_t> remembered)
    : nodes_(std::move(nodes)),
      ways_(std::move(ways)),
      classes_(std::move(classes)),
      remembered_(std::move(remembered)),
      count_(count),
      found_(found),
      width_(width) {
  for (const auto& members : sets) {
    sets_.emplace_back((count + 63) / 64 + 1, 0);
    for (std::int32_t number : members) sets_.back()[number >> 6] |= std::uint64_t{1} << (number & 63);
  }
  pendings_.intern({});    // kNothing
  lookbehinds_.intern(std::array{-2});  // kForgetful; no other begins so
  result({});
}

bool ThreadMachine::takes(std::int32_t node, std::int32_t number) const {
  const ThreadNode& n = nodes_[node];
  return n.a != ThreadNode::kEnd && number >= 0 && has(n.a, number);  // negative: before the text
}

ThreadMachine::Ids ThreadMachine::spread(Ids nodes) const {
  Ids out, seen;
  while (!nodes.empty()) {
    const std::int32_t at = nodes.back();
    nodes.pop_back();
    if (nodes_[at].kind != ThreadNode::Split) {
      out.push_back(at);
      continue;
    }
    if (std::find(seen.begin(), seen.end(), at) != seen.end()) continue;
    seen.push_back(at);
    nodes.insert(nodes.end(), ways_.begin() + nodes_[at].a, ways_.begin() + nodes_[at].a + nodes_[at].b);
  }
  sort_unique(out);
  return out;
}

ThreadMachine::Ids ThreadMachine::look_step(const std::int32_t* nodes, std::int32_t count, std::int32_t number) const {
  Ids next;
  for (std::int32_t i = 0; i < count; ++i)
    if (nodes[i] != found_ && takes(nodes[i], number)) next.push_back(nodes_[nodes[i]].b);
  return spread(std::move(next));
}

bool ThreadMachine::lookbehind_holds(std::int32_t start, List characters, std::int32_t width) const {
  Ids nodes = spread({start});
  for (std::size_t i = characters.size() - width; i < characters.size(); ++i)
    nodes = look_step(nodes.data(), static_cast<std::int32_t>(nodes.size()), characters[i]);
  return std::binary_search(nodes.begin(), nodes.end(), found_);
}

// What is still pending after a class of characters; -1 where a lookahead has failed. A positive lookahead that has found
// its match is done, a negative one fails then; one with no way left is the other way round.
std::int32_t ThreadMachine::step_lookaheads(std::int32_t pending, std::int32_t number) {
  if (pending == kNothing) return kNothing;
  const auto [at, made] = stepped_.try_emplace(pair_key(pending, number), -1);
  if (!made) return at->second;
  Looks out;
  const bool kept = each_look(pendings_[pending], [&](bool negative, const std::int32_t* nodes, std::int32_t count) {
    const Ids after = look_step(nodes, count, number);
    if (std::binary_search(after.begin(), after.end(), found_)) return !negative;
    if (after.empty()) return negative;
    out.add(negative, after);
    return true;
  });
  return at->second = kept ? pendings_.intern(out.flat()) : -1;
}

// Whether some class of characters is read by the node and by every positive lookahead that is pending. Threads for which
// that is not so would die at the next step, and multiply states until then.
bool ThreadMachine::possible(std::int32_t node, std::int32_t pending) const {
  const ThreadNode& n = nodes_[node];
  if (pending == kNothing) return true;
  if (n.a == ThreadNode::kEnd) return false;
  Vec<std::uint64_t> left = sets_[n.a];
  each_look(pendings_[pending], [&](bool negative, const std::int32_t* nodes, std::int32_t count) {
    if (negative) return true;
    for (std::size_t w = 0; w < left.size(); ++w) {
      std::uint64_t some = 0;
      for (std::int32_t i = 0; i < count; ++i)
        if (nodes_[nodes[i]].kind == ThreadNode::Char && nodes_[nodes[i]].a != ThreadNode::kEnd)
          some |= sets_[nodes_[nodes[i]].a][w];
      left[w] &= some;
    }
    return true;
  });
  return std::any_of(left.begin(), left.end(), [](std::uint64_t w) { return w != 0; });
}

// Memoised by node, what is pending, and what is remembered. Ways are tried last first, because the stack turns them round.
std::int32_t ThreadMachine::closure(std::int32_t node, std::int32_t pending, std::int32_t lookbehind) {
  const std::array<std::int32_t, 3> key{node, pending, lookbehind};
  const std::uint64_t hash = hash_of_list<std::int32_t>(key);
  const std::uint32_t known = closures_.find(hash, [&](std::uint32_t id) { return closed_from_[id] == key; });
  if (known != kNone) return static_cast<std::int32_t>(known);
  Ids& out = found_threads_;
  out.clear();
  auto& stack = open_;
  stack.assign(1, {node, pending});
  closed_.clear();
  while (!stack.empty()) {
    const auto [at, kept] = stack.back();
    stack.pop_back();
    if (!closed_.insert(pair_key(at, kept))) continue;
    spend(1);
    if (++work_ > max_work_) throw Spent{};
    const ThreadNode& n = nodes_[at];
    switch (n.kind) {
      case ThreadNode::Split:
        for (std::int32_t i = n.b; i-- > 0;) stack.emplace_back(ways_[n.a + i], kept);
        break;
      case ThreadNode::Char:
        if (!possible(at, kept)) break;
        [[fallthrough]];
      case ThreadNode::Match:
        out.push_back(threads_.intern(std::array{at, kept, lookbehind}));
        break;
      case ThreadNode::Ahead: {
        const Ids nodes = spread({n.b});
        if (std::binary_search(nodes.begin(), nodes.end(), found_)) {
          if (!n.a) stack.emplace_back(n.d, kept);
        } else {
          Looks looks(pendings_[kept]);
          looks.add(n.a, nodes);
          stack.emplace_back(n.d, pendings_.intern(looks.flat()));
        }
        break;
      }
      default: {
        const List characters = lookbehinds_[lookbehind];
        if (lookbehind == kForgetful || static_cast<std::int32_t>(characters.size()) < n.c) throw LooksBack{};
        if (lookbehind_holds(n.b, characters, n.c) != (n.a != 0)) stack.emplace_back(n.d, kept);
      }
    }
  }
  const std::int32_t made = result(out);
  closures_.insert(hash, static_cast<std::uint32_t>(made));
  closed_from_.resize(results_.size());
  closed_from_.back() = key;
  return made;
}

std::int32_t ThreadMachine::result(List threads) {
  results_.emplace_back(arena_.copy(threads.data(), threads.size()), threads.size());
  return static_cast<std::int32_t>(results_.size() - 1);
}

// What one thread becomes. One that has matched waits for its pending lookaheads only: its node is written as -2 - node.
std::int32_t ThreadMachine::move(std::int32_t id, std::int32_t number) {
  const auto a = static_cast<std::uint32_t>(id), b = static_cast<std::uint32_t>(number);
  if (const std::int32_t* known = moves_.find(a, b)) return *known;
  std::int32_t out = 0;  // kept once it is whole: `closure` may throw, and `loses` goes on then
  const auto [node, pending, lookbehind] = thread(id);
  const std::int32_t kept = step_lookaheads(pending, number);
  if (kept < 0) {
    // a pending lookahead has failed
  } else if (node < 0 || nodes_[node].kind == ThreadNode::Match) {
    if (pending != kNothing)
      out = result(std::array{threads_.intern(std::array{node < 0 ? node : -2 - node, kept, lookbehind})});
  } else if (takes(node, number)) {
    std::int32_t following = lookbehind;
    if (lookbehind != kForgetful) {
      Ids characters(lookbehinds_[lookbehind].begin(), lookbehinds_[lookbehind].end());
      characters.push_back(remembered_[number]);
      if (static_cast<std::int32_t>(characters.size()) > width_)
        characters.erase(characters.begin(), characters.end() - width_);
      following = lookbehinds_.intern(characters);
    }
    out = closure(nodes_[node].b, kept, following);
  }
  moves_.insert(a, b, out);
  return out;
}

bool ThreadMachine::final(std::int32_t id) const {
  const auto [node, pending, lookbehind] = thread(id);
  return pending == kNothing && (node < 0 || nodes_[node].kind == ThreadNode::Match);
}

void ThreadMachine::step(List threads, std::int32_t number, Ids& out) {
  work_ += 1 + threads.size();
  spend(1 + threads.size());
  if (work_ > max_work_) throw Spent{};
  const std::uint32_t now = ++time_;
  for (const std::int32_t id : threads)
    for (const std::int32_t each : after(id, number)) {
      // A thread that two others become is kept where it comes first, because the first to match wins.
      if (seen_.size() <= static_cast<std::size_t>(each)) seen_.resize(2 * each + 64, 0);
      if (seen_[each] != now) {
        seen_[each] = now;
        out.push_back(each);
      }
      if (final(each)) return;  // it has ended, whatever follows
    }
}

// Whether a match cut off threads that could have gone on: then the terminal's text is not the longest that its pattern
// matches, and the caller has to ask what the rest would have been.
bool ThreadMachine::loses(List threads, std::int32_t number, List after) {
  if (after.empty() || !final(after.back())) return false;
  Ids& all = all_;
  all.clear();
  try {
    for (const std::int32_t id : threads) {
      const List moved = this->after(id, number);
      all.insert(all.end(), moved.begin(), moved.end());
    }
  } catch (const LooksBack&) {
    return true;  // nobody can say how it would go on
  }
  sort_unique(all);
  return all.size() != after.size();
}

// The classes in parts that no thread tells apart, in the order of their first members.
std::int32_t ThreadMachine::parts_of(List threads) {
  Ids& sets = all_;
  sets.clear();
  bool remembers = false;
  const auto add = [&](std::int32_t node) {
    if (node >= 0 && nodes_[node].kind == ThreadNode::Char && nodes_[node].a != ThreadNode::kEnd)
      sets.push_back(nodes_[node].a);
  };
  for (const std::int32_t id : threads) {
    if (id < 0) continue;
    const Thread t = thread(id);
    remembers |= t.lookbehind != kForgetful;
    add(t.node);
    each_look(pendings_[t.pending], [&](bool, const std::int32_t* nodes, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i) add(nodes[i]);
      return true;
    });
  }
  sort_unique(sets);
  if (remembers) sets.push_back(-1);  // and which characters lookbehinds tell apart
  const std::int32_t id = divided_.intern(sets);
  if (id < static_cast<std::int32_t>(parts_.size())) return id;
  Parts& found = parts_.emplace_back();
  Vec<std::int32_t> part(classes_.size(), 0), split;
  std::int32_t count = 1;
  if (remembers) {
    std::unordered_map<std::int32_t, std::int32_t> numbers;
    for (std::size_t i = 0; i < classes_.size(); ++i)
      part[i] = numbers.try_emplace(remembered_[classes_[i]], static_cast<std::int32_t>(numbers.size())).first->second;
    count = static_cast<std::int32_t>(numbers.size());
  }
  for (const std::int32_t set : sets) {
    if (set < 0) continue;
    // Refined set by set: members of a part that are in the set go to a new part, unless the whole part is.
    constexpr std::int32_t kInside = -2, kOutside = -1;  // of a part: nothing outside is known; some is
    split.assign(count, kInside);  // for each part so far, the new one of its members in the set
    for (std::size_t i = 0; i < classes_.size(); ++i)
      if (!has(set, classes_[i])) split[part[i]] = kOutside;
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const std::int32_t old = part[i];
      if (split[old] == kInside || !has(set, classes_[i])) continue;
      if (split[old] == kOutside) split[old] = count++;
      part[i] = split[old];
    }
  }
  // In the order of their first members, one after another.
  split.assign(count, -1);
  Vec<std::int32_t>& begins = found.begins_;
  for (std::int32_t& each : part) {
    if (split[each] < 0) {
      split[each] = static_cast<std::int32_t>(begins.size()) - 1;
      begins.push_back(0);
    }
    each = split[each];
    ++begins[each + 1];
  }
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  split.assign(begins.begin(), begins.end());
  found.members_.resize(classes_.size());
  for (std::size_t i = 0; i < classes_.size(); ++i) found.members_[split[part[i]]++] = classes_[i];
  return id;
}

LexemeAutomaton ThreadMachine::automaton(const Vec<Beginning>& competitors, const Beginning& own,
                                         std::int32_t max_states, std::uint64_t max_work) {
  LexemeAutomaton out(*this);
  out.drops = !competitors.empty();
  work_ = 0;
  max_work_ = max_work;
  // A terminal that does not look back remembers nothing, so that its threads are equal wherever it begins.
  const auto begin = [&](const Beginning& terminal) {
    return results_[closure(terminal.first, kNothing,
                            terminal.second ? lookbehinds_.intern(*terminal.second) : kForgetful)];
  };
  const auto node = [&](std::int32_t id) { return threads_[id][0]; };
  try {
    Ids key;
    const auto add = [&](List threads) { key.insert(key.end(), threads.begin(), threads.end()); };
    for (const auto& each : competitors) add(begin(each));
    key.push_back(-1);
    add(begin(own));
    out.states_.intern(key);
    for (std::int32_t state = 0; state < out.states_.size(); ++state) {
      if (state >= max_states) {
        out.fault = LexemeAutomaton::TooManyStates;
        break;
      }
      const List threads = out.states_[state];
      const std::size_t middle = std::find(threads.begin(), threads.end(), -1) - threads.begin();
      const List before = threads.first(middle), mine = threads.subspan(middle + 1);
      // A match at this state, of the terminal itself: its text may be a token here.
      if (std::ranges::any_of(
              mine, [&](std::int32_t id) { return node(id) >= 0 && nodes_[node(id)].kind == ThreadNode::Match; }))
        out.ended.push_back(state);
      const std::int32_t parts = parts_of(threads);
      const std::size_t first = out.targets_.size();
      out.rows_.push_back({parts, first});
      out.targets_.resize(first + parts_[parts].size(), -1);
      for (std::size_t part = 0; part < parts_[parts].size(); ++part) {
        const std::int32_t number = parts_[parts][part][0];
        if (std::ranges::none_of(mine, [&](std::int32_t id) {
              return node(id) >= 0 && nodes_[node(id)].kind == ThreadNode::Char && takes(node(id), number);
            }))
          continue;
        // Terminals that lark tries before this one step too; if one of them has matched for certain, the text is its
        // token.
        key.clear();
        step(before, number, key);
        if (!key.empty() && final(key.back())) continue;
        key.push_back(-1);
        const std::size_t own_first = key.size();
        step(mine, number, key);
        if (key.size() == own_first) continue;
        out.drops = out.drops || loses(mine, number, List(key).subspan(own_first));
        out.targets_[first + part] = out.states_.intern(key);
      }
    }
  } catch (const LooksBack&) {
    out.fault = LexemeAutomaton::LooksTooFarBack;
  } catch (const Spent&) {
    out.fault = LexemeAutomaton::TooMuchWork;
  }
  out.work = work_;
  return out;
}

std::pair<Vec<Thread>, Vec<Thread>> LexemeAutomaton::threads(std::int32_t state) const {
  std::pair<Vec<Thread>, Vec<Thread>> out;
  bool own = false;
  for (const std::int32_t id : states_[state]) {
    if (id < 0)
      own = true;
    else
      (own ? out.second : out.first).push_back(machine_.thread(id));
  }
  return out;
}

// Of each set of parts that a row has, the part of each letter, a class out of those that no row tells apart; -1 for none.
Map<std::int32_t, Vec<std::int32_t>> LexemeAutomaton::letters() const {
  const auto classes = static_cast<std::size_t>(machine_.classes());
  Map<std::int32_t, Vec<std::int32_t>> out;
  for (const Row& row : rows_) {
    const auto [known, fresh] = out.try_emplace(row.parts);
    if (!fresh) continue;
    known->second.assign(classes, -1);
    const auto& parts = machine_.parts(row.parts);
    for (std::size_t part = 0; part < parts.size(); ++part)
      for (const std::int32_t number : parts[part]) known->second[number] = static_cast<std::int32_t>(part);
  }
  spend(out.size() * classes / 8);
  Lists<std::int32_t> different;
  Vec<std::int32_t> letter, parts;
  for (std::size_t number = 0; number < classes; ++number) {
    parts.clear();
    for (const auto& [id, part_of] : out) parts.push_back(part_of[number]);
    letter.push_back(different.intern(parts));
  }
  const auto count = static_cast<std::size_t>(different.size());
  for (auto& [id, part_of] : out) {
    Vec<std::int32_t> by_letter(count);
    for (std::size_t number = 0; number < classes; ++number) by_letter[letter[number]] = part_of[number];
    part_of = std::move(by_letter);
  }
  return out;
}

// Whether each state leads to the next alone, and the last has an outcome of its own, as it is with most literals.
bool LexemeAutomaton::is_chain(const Vec<std::int32_t>& outcomes) const {
  const std::int32_t last = states() - 1;
  for (std::int32_t state = 0; state < last; ++state) {
    if (outcomes[state] != outcomes[0] || outcomes[state] == outcomes[last]) return false;
    bool any = false;
    for (const std::int32_t target : targets(state)) {
      if (target >= 0 && target != state + 1) return false;
      any = any || target >= 0;
    }
    if (!any) return false;
  }
  return std::ranges::all_of(targets(last), [](std::int32_t target) { return target < 0; });
}

// By state, how many steps it is from one whose outcome is not 0.
Vec<std::int32_t> LexemeAutomaton::distances(const Vec<std::int32_t>& outcomes) const {
  const auto count = static_cast<std::size_t>(states());
  Vec<std::pair<std::int32_t, std::int32_t>> into;  // target, source
  for (std::size_t state = 0; state < count; ++state)
    for (const std::int32_t target : targets(static_cast<std::int32_t>(state)))
      if (target >= 0) into.emplace_back(target, static_cast<std::int32_t>(state));
  spend(into.size());
  std::sort(into.begin(), into.end());
  Vec<std::int32_t> out(count, -1), order;
  for (std::size_t state = 0; state < count; ++state)
    if (outcomes[state] != 0) out[state] = 0, order.push_back(static_cast<std::int32_t>(state));
  for (std::size_t i = 0; i < order.size(); ++i)
    for (auto at = std::lower_bound(into.begin(), into.end(), std::pair(order[i], 0));
         at != into.end() && at->first == order[i]; ++at)
      if (out[at->second] < 0) out[at->second] = out[order[i]] + 1, order.push_back(at->second);
  return out;
}

// Rounds of colouring: states have one colour as long as their classes lead to equal colours. It begins with the outcomes
// and ends when a round makes no new colour.
bool LexemeAutomaton::minimise(const Vec<std::int32_t>& outcomes, std::uint64_t steps) {
  const std::int32_t count = states();
  // What one round looks at, counted before the first, because a round cannot be stopped in the middle.
  std::uint64_t round = count;
  for (std::int32_t state = 0; state < count; ++state)
    for (std::size_t part = 0; part < targets(state).size(); ++part)
      if (targets(state)[part] >= 0) round += machine_.parts(rows_[state].parts)[part].size();
  std::uint64_t spent = 0;
  // States of one colour are equally far from one with an outcome that is not 0: that saves a round for each step of it.
  colours.resize(outcomes.size());
  std::int32_t different = 0;
  {
    const Vec<std::int32_t> far = distances(outcomes);
    FlatMap<std::int32_t> names;
    for (std::size_t state = 0; state < outcomes.size(); ++state) {
      const auto a = static_cast<std::uint32_t>(outcomes[state]), b = static_cast<std::uint32_t>(far[state]);
      const std::int32_t* known = names.find(a, b);
      colours[state] = known ? *known : different;
      if (!known) names.insert(a, b, different++);
    }
  }
  const bool chain = is_chain(outcomes);  // no two of its states are equally far from the end
  if (chain) {
    std::iota(colours.begin(), colours.end(), 0);
    different = count;
  }
  Map<std::int32_t, Vec<std::int32_t>> part_of;
  if (!chain) part_of = letters();
  Vec<const Vec<std::int32_t>*> parts_of(chain ? 0 : count);
  for (std::size_t state = 0; state < parts_of.size(); ++state) parts_of[state] = &part_of.at(rows_[state].parts);
  // A row a state would be too much memory for large alphabets, so two are filled where they are compared: the colours that
  // each letter leads to, and last the state's own.
  Vec<std::int32_t> row, other;
  const auto fill = [&](std::int32_t state, Vec<std::int32_t>& to) {
    const Vec<std::int32_t>& parts = *parts_of[state];
    const std::span<const std::int32_t> all = targets(state);
    to.resize(parts.size() + 1);
    for (std::size_t letter = 0; letter < parts.size(); ++letter) {
      const std::int32_t target = parts[letter] < 0 ? -1 : all[parts[letter]];
      to[letter] = target < 0 ? -1 : colours[target];
    }
    to.back() = colours[state];
  };
  while (!chain) {
    spend(round);
    if ((spent += round) > steps) return false;
    HashIndex first;  // by their rows, the first state of each colour
    Vec<std::int32_t> after(count);
    std::int32_t made = 0;
    for (std::int32_t state = 0; state < count; ++state) {
      fill(state, row);
      const std::uint64_t hash = hash_of_list<std::int32_t>(row);
      const std::uint32_t alike = first.find(hash, [&](std::uint32_t each) {
        fill(static_cast<std::int32_t>(each), other);
        return row == other;
      });
      after[state] = alike == kNone ? made++ : after[alike];
      if (alike == kNone) first.insert(hash, static_cast<std::uint32_t>(state));
    }
    colours = std::move(after);
    // No colour was divided, so none ever will be.
    if (made == different) break;
    different = made;
  }
  edges.assign(different, {});
  Vec<std::int32_t> last(different);
  for (std::int32_t state = 0; state < count; ++state) last[colours[state]] = state;
  for (std::int32_t colour = 0; colour < different; ++colour) {
    const auto& parts = machine_.parts(rows_[last[colour]].parts);
    for (std::size_t part = 0; part < parts.size(); ++part)
      if (const std::int32_t target = targets(last[colour])[part]; target >= 0)
        for (const std::int32_t number : parts[part]) edges[colour].emplace_back(number, colours[target]);
  }
  return true;
}

}  // namespace constrain
