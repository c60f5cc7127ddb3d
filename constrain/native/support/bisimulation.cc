// The coarsest bisimulation of a graph: which states are alike in all that can be seen from them.
//
// By refinement of signatures: a state's signature is its arcs, to classes instead of states. States that end alike are
// a class at first; classes are split by their states' signatures until none can be, and only states with an arc into a
// class that has been split are looked at again. (Blom and Orzan 2003, "Distributed branching bisimulation reduction of
// state spaces".)
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "support/labelled_graph.h"

namespace constrain {

namespace {

// A graph's states in classes.
class Refinement {
 public:
  explicit Refinement(const Graph& graph) : graph_(graph), into_(graph.size() + 1, 0), touched_(graph.size(), false) {
    std::unordered_map<std::uint64_t, std::uint32_t> endings;
    for (const std::uint64_t ends : graph.final) {
      classes_.push_back(endings.try_emplace(ends, static_cast<std::uint32_t>(endings.size())).first->second);
      sizes_.resize(endings.size());
      ++sizes_[classes_.back()];
    }
    left_ = sizes_;
    largest_.resize(sizes_.size(), kNone);
    each_link([&](std::uint32_t, std::uint32_t target) { ++into_[target + 1]; });
    for (std::uint32_t q = 0; q < graph.size(); ++q) into_[q + 1] += into_[q];
    sources_.resize(into_.back());
    std::vector<std::uint32_t> next(into_.begin(), into_.end() - 1);
    each_link([&](std::uint32_t source, std::uint32_t target) { sources_[next[target]++] = source; });
  }

  std::vector<std::uint32_t> classes(std::size_t cap) {
    std::vector<std::uint32_t> each(graph_.size());
    std::iota(each.begin(), each.end(), 0);
    for (std::vector<std::uint32_t> open = each; !open.empty() && work_ <= cap;) open = split(std::move(open));
    return work_ <= cap ? std::move(classes_) : std::move(each);
  }

 private:
  // States of one class, of those that are looked at, with one signature.
  struct Group {
    std::uint32_t of;          // their class so far
    std::uint32_t size;
    std::uint32_t begin, end;  // of the signature
    std::uint32_t to;          // their class from now on
  };

  template <class F>
  void each_link(F f) const {
    for (std::uint32_t q = 0; q < graph_.size(); ++q)
      for (const Arc& arc : graph_.of(q)) {
        f(q, arc.target);
        if (arc.callee != kNone) f(q, arc.callee);
      }
  }

  // Splits classes by the signatures of the states, of which others of their class do not share any. Returns the states
  // whose signatures that changes.
  std::vector<std::uint32_t> split(std::vector<std::uint32_t> states) {
    std::erase_if(states, [&](std::uint32_t q) { return sizes_[classes_[q]] == 1; });
    std::vector<std::uint32_t> groups, touched;  // groups by state
    groups.reserve(states.size());
    find_groups(states, groups);
    for (Group& g : groups_) {
      if (largest_[g.of] != kNone && groups_[largest_[g.of]].size >= g.size) continue;
      largest_[g.of] = static_cast<std::uint32_t>(&g - groups_.data());
    }
    for (const Group& g : groups_) left_[g.of] -= g.size;
    for (Group& g : groups_) {
      const bool stays = left_[g.of] == 0 && &groups_[largest_[g.of]] == &g;  // none of the class has been left out
      g.to = stays ? g.of : static_cast<std::uint32_t>(sizes_.size());
      if (stays) continue;
      sizes_.push_back(g.size);
      sizes_[g.of] -= g.size;
    }
    for (const Group& g : groups_) {
      left_[g.of] = sizes_[g.of];
      largest_[g.of] = kNone;
    }
    left_.insert(left_.end(), sizes_.begin() + left_.size(), sizes_.end());
    largest_.resize(sizes_.size(), kNone);
    for (std::size_t k = 0; k < states.size(); ++k) {
      const std::uint32_t q = states[k], to = groups_[groups[k]].to;
      if (to == classes_[q]) continue;
      classes_[q] = to;
      for (std::uint32_t i = into_[q]; i < into_[q + 1]; ++i) {
        if (!touched_[sources_[i]]) touched.push_back(sources_[i]);
        touched_[sources_[i]] = true;
      }
    }
    for (std::uint32_t q : touched) touched_[q] = false;
    return touched;
  }

  // Sets `groups_`, and the group of each of the states.
  void find_groups(const std::vector<std::uint32_t>& states, std::vector<std::uint32_t>& of) {
    parts_.clear();
    groups_.clear();
    HashIndex index;
    for (const std::uint32_t q : states) {
      const auto begin = static_cast<std::uint32_t>(parts_.size());
      const std::span<const Arc> arcs = graph_.of(q);
      work_ += arcs.size() + 1;
      spend(arcs.size() + 1);
      parts_.resize(begin + arcs.size());
      std::transform(arcs.begin(), arcs.end(), parts_.begin() + begin, [&](const Arc& arc) {
        return Arc{arc.label, classes_[arc.target], arc.callee == kNone ? kNone : classes_[arc.callee]};
      });
      tidy(parts_, begin);
      const auto end = static_cast<std::uint32_t>(parts_.size());
      const std::uint64_t hash = hash_of({parts_.data() + begin, parts_.data() + end}, classes_[q]);
      std::uint32_t group = index.find(hash, [&](std::uint32_t g) {
        return groups_[g].of == classes_[q] &&
               std::equal(parts_.begin() + groups_[g].begin, parts_.begin() + groups_[g].end, parts_.begin() + begin,
                          parts_.end());
      });
      if (group != kNone) {
        parts_.resize(begin);
      } else {
        group = static_cast<std::uint32_t>(groups_.size());
        groups_.push_back({classes_[q], 0, begin, end, 0});
        index.insert(hash, group);
      }
      ++groups_[group].size;
      of.push_back(group);
    }
  }

  const Graph& graph_;
  std::vector<std::uint32_t> classes_, sizes_;
  std::vector<std::uint32_t> into_, sources_;  // the states with an arc to a state
  std::vector<bool> touched_;   // none, outside `split`
  std::vector<std::uint32_t> left_, largest_;  // by class, outside `split` its size and kNone
  std::vector<Group> groups_;                  // scratch
  std::vector<Arc> parts_;                     // to classes; the same
  std::size_t work_ = 0;
};

}  // namespace

std::vector<std::uint32_t> refined(const Graph& graph, std::size_t cap) { return Refinement(graph).classes(cap); }

Graph divided(const Graph& graph, const std::vector<std::uint32_t>& classes) {
  std::vector<std::uint32_t> first(*std::max_element(classes.begin(), classes.end()) + 1, kNone);
  for (std::uint32_t q = graph.size(); q-- > 0;) first[classes[q]] = q;
  Graph out;
  for (std::uint32_t q : first) {
    for (const Arc& arc : graph.of(q))
      out.arcs.push_back({arc.label, classes[arc.target], arc.callee == kNone ? kNone : classes[arc.callee]});
    tidy(out.arcs, out.begins.back());
    out.close(graph.final[q]);
  }
  return out;
}

}  // namespace constrain
