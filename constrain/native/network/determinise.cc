// Variants of a rule read together, and in one way: a network's automata made deterministic, a group at a time.
//
// The Lark front end copies a rule for each lexer state that may follow it. The copies read the same text and differ only at
// their ends, so they are determinised together, as a group: one automaton that begins in all their starts, whose states are
// sets of theirs, and whose final states say which copies have ended.
// So one item stands for as many as there are variants and, in each, ways to begin. Automata called from one state and of
// one family are a group, whoever else calls some of them: then nothing is predicted that was not called. The variants are
// numbered by what they end with, so that groups of other rules which go on as this one does share its states.
// Before that, blanks and keywords, which call nothing, are put into the places of their calls.
// In order: 1. `without_leaves`; 2. `endings`, by which variants are numbered; 3. `Grouping`: states as sets, from the root on.
// (Rabin and Scott 1959; nets of deterministic automata with several exits: Alur et al. 2005, recursive state machines.)
#include <algorithm>
#include <map>

#include "support/labelled_graph.h"
#include "support/interned_sets.h"

namespace constrain {

namespace {

constexpr std::uint32_t kLeaf = 4;   // states of the automata that are put in the place of their calls
constexpr std::uint32_t kGroup = kMostTogether;
constexpr std::size_t kGrown =
    10'000;  // arcs beyond twice as many as there were: what is worth it has fewer than before

// Whether the automaton calls nothing and is small.
bool leaf(const Graph& graph, std::uint32_t start) {
  std::vector<std::uint32_t> states{start};
  for (std::size_t i = 0; i < states.size(); ++i)
    for (const Arc& arc : graph.of(states[i])) {
      if (arc.callee != kNone) return false;
      if (std::find(states.begin(), states.end(), arc.target) != states.end()) continue;
      if (states.size() == kLeaf) return false;
      states.push_back(arc.target);
    }
  return true;
}

// Some terminal with which the automaton can end, by start; the least of those.
std::vector<std::uint64_t> endings(const Graph& graph) {
  std::vector<std::uint64_t> least(graph.size(), ~std::uint64_t{0});
  std::size_t work = 0;
  for (bool changed = true; changed && work < kWorkCap; work += graph.arcs.size()) {
    changed = false;
    spend(graph.arcs.size());
    for (std::uint32_t q = graph.size(); q-- > 0;)
      for (const Arc& arc : graph.of(q)) {
        std::uint64_t found = least[arc.target];
        if (graph.final[arc.target]) found = std::min(found, arc.callee == kNone ? arc.label : least[arc.callee]);
        if (found >= least[q]) continue;
        least[q] = found;
        changed = true;
      }
  }
  return least;
}

// One more than the greatest number of a terminal.
std::size_t terminals(const Graph& graph) {
  std::size_t count = 0;
  for (const Arc& arc : graph.arcs)
    if (arc.callee == kNone) count = std::max<std::size_t>(count, (arc.label & 0xFFFFFFFF) + 1);
  return count;
}

// Of a graph without counters and scopes, all of whose arcs that do not call read a terminal.
class Grouping {
 public:
  Grouping(const Graph& all, const std::vector<std::uint32_t>& families)
      : all_(all), families_(families), endings_(endings(all)), reads_(terminals(all)), calls_(all.size()) {
    for (const Arc& arc : all.arcs) (arc.callee == kNone ? kind_ : call_) = arc.label >> 32 << 32;
  }

  // False where it takes too much.
  bool run(std::uint32_t root, Graph& out, std::vector<std::uint32_t>& families) {
    std::vector<std::uint32_t> first{member(root, 0)};
    state(first);
    for (std::uint32_t q = 0; q < count_; ++q) {
      part_budget_.renew();
      work_ += 1 + members_.list(q + 1).size();
      spend(1 + members_.list(q + 1).size());
      if (work_ > kWorkCap || out.arcs.size() > 2 * all_.arcs.size() + kGrown) return false;
      std::uint64_t final = 0;
      for (std::uint32_t m : members_.list(q + 1)) {
        if (all_.final[m / kGroup]) final |= std::uint64_t{1} << m % kGroup;
        work_ += all_.of(m / kGroup).size();
        for (const Arc& arc : all_.of(m / kGroup)) {
          if (arc.callee == kNone) reads_.add(arc.label & 0xFFFFFFFF, member(arc.target, m % kGroup));
          else if (!all_.of(arc.callee).empty()) calls_.add(arc.callee, member(arc.target, m % kGroup));
        }
      }
      read(out);
      call(out);
      out.close(final);
    }
    families.assign(count_, kNone);
    for (const auto& [starts, group] : groups_) families[group.start] = families_[starts[0]];
    return true;
  }

 private:
  // Members by a number: that of the terminal with which, or of the start of the automaton by which, they are reached.
  class Targets {
   public:
    explicit Targets(std::size_t numbers) : place_(numbers, kNone) {}
    std::vector<std::uint32_t> keys;

    void add(std::uint64_t key, std::uint32_t target) {
      std::uint32_t& at = place_[key];
      if (at == kNone) {
        at = static_cast<std::uint32_t>(keys.size());
        keys.push_back(static_cast<std::uint32_t>(key));
        if (at == lists_.size()) lists_.emplace_back();
      }
      lists_[at].push_back(target);
    }
    std::vector<std::uint32_t>& of(std::uint32_t key) { return lists_[place_[key]]; }
    void clear() {
      for (const std::uint32_t key : keys) {
        lists_[place_[key]].clear();
        place_[key] = kNone;
      }
      keys.clear();
    }

   private:
    std::vector<std::uint32_t> place_;  // of a number's list, or kNone
    std::vector<std::vector<std::uint32_t>> lists_;
  };
  struct Group {
    std::uint32_t start;
    std::vector<std::uint32_t> order;
  };

  // A state of one of a group's automata.
  static std::uint32_t member(std::uint32_t state, std::uint32_t which) { return state * kGroup + which; }
  // Sorts the members.
  std::uint32_t state(std::vector<std::uint32_t>& members) {
    const std::uint32_t id = members_.intern(members);
    count_ = std::max(count_, id);
    return id - 1;
  }

  void read(Graph& out) {
    std::sort(reads_.keys.begin(), reads_.keys.end());
    for (const std::uint32_t terminal : reads_.keys)
      out.arcs.push_back({kind_ | terminal, state(reads_.of(terminal)), kNone});
    reads_.clear();
  }

  void call(Graph& out) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(families_[a], a) < std::pair(families_[b], b);
    };
    std::sort(calls_.keys.begin(), calls_.keys.end(), before);
    std::vector<std::uint32_t> starts;
    for (std::size_t i = 0; i < calls_.keys.size();) {
      const std::uint32_t family = families_[calls_.keys[i]];
      for (starts.clear(); i < calls_.keys.size() && families_[calls_.keys[i]] == family && starts.size() < kGroup; ++i)
        starts.push_back(calls_.keys[i]);
      const Group& group = find(starts);
      for (const std::uint32_t callee : starts) {
        const auto which = std::find(group.order.begin(), group.order.end(), callee) - group.order.begin();
        out.arcs.push_back({call_ | static_cast<std::uint64_t>(which), state(calls_.of(callee)), group.start});
      }
    }
    calls_.clear();
  }

  const Group& find(const std::vector<std::uint32_t>& starts) {
    const auto [at, made] = groups_.try_emplace(starts);
    Group& group = at->second;
    if (!made) return group;
    group.order = starts;
    std::sort(group.order.begin(), group.order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return std::pair(endings_[a], a) < std::pair(endings_[b], b); });
    std::vector<std::uint32_t> members;
    for (std::uint32_t i = 0; i < group.order.size(); ++i) members.push_back(member(group.order[i], i));
    group.start = state(members);
    return group;
  }

  const Graph& all_;
  const std::vector<std::uint32_t>& families_;
  const std::vector<std::uint64_t> endings_;
  PartBudget part_budget_;
  Interned<std::uint32_t> members_{part_budget_};  // of states, whose numbers are one less
  std::uint32_t count_ = 0;
  std::map<std::vector<std::uint32_t>, Group> groups_;
  Targets reads_, calls_;  // scratch: of one state, by terminal and by start
  std::uint64_t kind_ = 0, call_ = 0;  // what labels of arcs that read, and that call, have beside a number
  std::size_t work_ = 0;
};

}  // namespace

Graph without_leaves(const Graph& all) {
  std::vector<signed char> leaves(all.size(), -1);
  std::vector<std::vector<Arc>> arcs(all.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> added;  // a leaf's state, and where its call leads
  FlatMap<std::uint32_t> known;
  std::size_t count = 0;
  const auto behind = [&](std::uint32_t q, std::uint32_t target) {
    if (all.of(q).empty()) return target;
    if (const std::uint32_t* at = known.find(q, target)) return *at;
    const auto id = static_cast<std::uint32_t>(all.size() + added.size());
    added.emplace_back(q, target);
    known.insert(q, target, id);
    return id;
  };
  const auto read = [&](std::uint32_t q, std::uint32_t target, std::vector<Arc>& out) {
    for (const Arc& arc : all.of(q)) out.push_back({arc.label, behind(arc.target, target), kNone});
  };
  for (std::uint32_t q = 0; q < all.size() && count <= kMaxArcs; count += arcs[q++].size())
    for (const Arc& arc : all.of(q)) {
      if (arc.callee != kNone && leaves[arc.callee] < 0) leaves[arc.callee] = leaf(all, arc.callee);
      if (arc.callee != kNone && leaves[arc.callee]) read(arc.callee, arc.target, arcs[q]);
      else arcs[q].push_back(arc);
    }
  Graph out;
  out.final = all.final;
  for (std::size_t i = 0; i < added.size() && count <= kMaxArcs; count += arcs.back().size(), ++i) {
    const auto [q, target] = added[i];
    std::vector<Arc> made;
    read(q, target, made);
    if (all.final[q]) made.insert(made.end(), arcs[target].begin(), arcs[target].end());
    out.final.push_back(all.final[q] ? all.final[target] : 0);
    arcs.push_back(std::move(made));
  }
  if (count > kMaxArcs) return all;
  for (const std::vector<Arc>& list : arcs) {
    out.arcs.insert(out.arcs.end(), list.begin(), list.end());
    out.begins.push_back(static_cast<std::uint32_t>(out.arcs.size()));
  }
  return out;
}

Graph grouped(const Graph& all, std::uint32_t& root, std::vector<std::uint32_t>& families) {
  Graph out;
  std::vector<std::uint32_t> made;
  if (all.size() >= kNone / kGroup || !Grouping(all, families).run(root, out, made)) return all;
  root = 0;
  families = std::move(made);
  return out;
}

}  // namespace constrain
