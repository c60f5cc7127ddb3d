// Probing a pattern when it is compiled: the derivatives of some are so many, or so large, that a mask would take
// seconds or run out of its budget in the middle of a text. Such a pattern is refused before anybody has begun one.
//
// What grows does so early: the derivative that took the most work to make is stepped first, by every class of bytes,
// and so on for some hundred steps; and some texts are read, each byte of another class, for what grows on one way
// only. For example, `(?>(?:[^a]{2}a.{2,}?|\s{0,2}?\D?\w)*aa{2,}+)1` asks after two bytes whether conditions that have
// multiplied can hold together. Patterns without assertions, intersections, complements and nested counters are not
// looked at: their alternatives are no more than they have parts. All that is found is kept, so that masks need not
// find it again.
#include <algorithm>
#include <queue>
#include <unordered_set>

#include "pattern/residual_store.h"

namespace constrain {
namespace {

constexpr std::size_t kWorstFirst = 300;  // derivatives that are made worst first
constexpr int kWalks = 24, kLength = 24;  // texts that are read, and their bytes
constexpr std::uint64_t kWork = 6'000'000;  // elementary steps that they may take all together, under the usual limits
constexpr std::size_t kProbedParts = 2000;  // of the pattern that are looked at before it is probed

}  // namespace

// Whether n is, or is the complement of, a sequence in which a counter comes after a loop without end.
bool ResidualStore::counts_from_anywhere(ResidualId n) const {
  bool looped = false;
  for (ResidualId rest = nodes_[n].kind == Kind::Not ? nodes_[n].a : n;;) {
    const Node& x = nodes_[rest];
    const Node& head = x.kind == Kind::Concat ? nodes_[x.a] : x;
    if (looped && head.counts) return true;
    looped = looped || (head.kind == Kind::Repeat && head.maximum == kUnbounded);
    if (x.kind != Kind::Concat) return false;
    rest = x.b;
  }
}

bool ResidualStore::may_multiply(ResidualId n) const {
  struct Part { ResidualId at; bool counted; };  // counted: inside a counter
  std::vector<Part> open{{n, false}};
  std::unordered_set<std::uint64_t> seen;
  while (!open.empty()) {
    const auto [at, counted] = open.back();
    open.pop_back();
    const Node& x = nodes_[at];
    if (x.asserts) return true;
    if ((!x.counts && !x.searched && !counted) || x.kind < Kind::Concat || x.kind == Kind::Automaton) continue;
    if (!seen.insert(std::uint64_t{at} << 1 | counted).second) continue;
    if (seen.size() > kProbedParts) return true;
    const bool counter = x.kind == Kind::Repeat && (x.minimum > 1 || (x.maximum > 1 && x.maximum != kUnbounded));
    if (x.kind == Kind::Repeat && counted && x.maximum > 1) return true;
    // Two at once are pairs; taking finitely many texts out of others multiplies nothing.
    const auto multiplies = [this](ResidualId part) {
      return nodes_[part].kind != Kind::Not || nodes_[nodes_[part].a].longest == kUnbounded;
    };
    if (x.kind == Kind::And && std::count_if(x.parts, x.parts + x.count, multiplies) > 2) return true;
    // A count that may begin anywhere (`.*a.{2000}`) has as many residuals as there are sets of its beginnings, and two
    // of those are searched as pairs.
    const auto starts_anywhere = [this](ResidualId part) { return counts_from_anywhere(part); };
    if (x.kind == Kind::And && std::count_if(x.parts, x.parts + x.count, starts_anywhere) > 1) return true;
    if (x.kind == Kind::Alt || x.kind == Kind::And) {
      for (std::uint32_t i = 0; i < x.count; ++i) open.push_back({x.parts[i], counted});
    } else {
      open.push_back({x.a, counted || counter});
      if (x.kind == Kind::Concat) open.push_back({x.b, counted});
    }
  }
  return false;
}

ResidualId ResidualStore::probed(ResidualId n) {
  if (may_multiply(n))
    // Nothing is left to be found out.
    if (const ResidualId whole = as_automaton(lifted(n)); whole != kUnknown) return whole;
  n = pruned(n);
  probe(n);
  return n;
}

void ResidualStore::probe(ResidualId n) {
  if (!may_multiply(n)) return;
  const std::uint64_t most = StepBudget::share(kWork);
  if (refused(n))
    throw share_spent(
        "the pattern's derivatives need too much work; simplify its intersections, complements or nested counters",
        most, most + 1);
  const bool again = hardness(n) == kRefused;  // what was found then costs nothing now, and was hard
  const StepBudget::Cap all_together(steps_, most);
  try {
    derive_many(n, all_together);
  } catch (const LimitError&) {
    refuse(n);
    throw;
  }
  set_hardness(n, again ? most : all_together.used());
}

void ResidualStore::derive_many(ResidualId n, const StepBudget::Cap& all_together) {
  std::unordered_set<ResidualId> seen{n};
  std::priority_queue<std::pair<std::uint64_t, ResidualId>> open;  // by the work of making it
  open.emplace(0, n);
  for (std::size_t steps = 0; steps < kWorstFirst && !open.empty();) {
    const ResidualId at = open.top().second;
    open.pop();
    const PartitionId partition = partition_of(at);
    for (std::size_t c = 0; c < partitions_.members(partition).size(); ++c, ++steps) {
      const std::uint64_t before = all_together.used();
      const ResidualId next = derive(at, partitions_.members(partition)[c]);
      if (next != kEmpty && seen.insert(next).second) open.emplace(all_together.used() - before, next);
    }
  }
  std::uint64_t random = 0;  // the same for every pattern, so that what is refused once is refused always
  for (int text = 0; text < kWalks; ++text) {
    ResidualId at = n;
    for (int k = 0; k < kLength; ++k) {
      const PartitionId partition = partition_of(at);
      const std::size_t classes = partitions_.members(partition).size();
      ResidualId next = kEmpty;
      random = mix(random, static_cast<std::uint64_t>(k));
      for (std::size_t c = 0; c < classes && next == kEmpty; ++c)
        next = derive(at, partitions_.members(partition)[(random + c) % classes]);
      if (next == kEmpty) break;
      at = next;
    }
  }
}

}  // namespace constrain
