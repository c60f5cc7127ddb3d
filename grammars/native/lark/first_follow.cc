#include "lark/first_follow.h"

#include <algorithm>

namespace constrain {

std::vector<bool> nullable_symbols(std::size_t symbols, const std::vector<std::int32_t>& origins,
                                   const std::vector<std::vector<std::int32_t>>& bodies) {
  std::vector<bool> out(symbols, false);
  std::vector<std::vector<std::int32_t>> uses(symbols);
  std::vector<std::size_t> missing;
  std::vector<std::int32_t> stack;
  for (std::size_t rule = 0; rule < bodies.size(); ++rule) {
    missing.push_back(bodies[rule].size());
    for (std::int32_t symbol : bodies[rule]) uses[symbol].push_back(static_cast<std::int32_t>(rule));
    if (bodies[rule].empty()) stack.push_back(static_cast<std::int32_t>(rule));
  }
  while (!stack.empty()) {
    const std::int32_t origin = origins[stack.back()];
    stack.pop_back();
    if (out[origin]) continue;
    out[origin] = true;
    for (std::int32_t rule : uses[origin])
      if (--missing[rule] == 0) stack.push_back(rule);
  }
  return out;
}

void close(const std::vector<std::vector<std::uint32_t>>& relation, std::vector<Words>& values) {
  const std::uint32_t count = static_cast<std::uint32_t>(relation.size());
  std::vector<std::uint32_t> index(count, kNone), low(count, 0), next(count, 0), open, work;
  std::vector<bool> done(count, false);
  std::uint32_t met = 0;
  for (std::uint32_t root = 0; root < count; ++root) {
    if (index[root] != kNone) continue;
    const auto enter = [&](std::uint32_t node) {
      index[node] = low[node] = met++;
      open.push_back(node);
      work.push_back(node);
    };
    enter(root);
    while (!work.empty()) {
      const std::uint32_t node = work.back();
      if (next[node] < relation[node].size()) {
        const std::uint32_t other = relation[node][next[node]++];
        if (index[other] == kNone) {
          enter(other);
          continue;  // joined when it is left
        }
        if (!done[other]) low[node] = std::min(low[node], index[other]);
        join(values[node], values[other]);
        continue;
      }
      work.pop_back();
      if (low[node] == index[node]) {
        for (std::uint32_t member = kNone; member != node;) {
          member = open.back();
          open.pop_back();
          if (member != node) values[member] = values[node];
          done[member] = true;
        }
      }
      if (!work.empty()) {
        low[work.back()] = std::min(low[work.back()], low[node]);
        join(values[work.back()], values[node]);
      }
    }
  }
}

LarkRules::LarkRules(std::vector<bool> terminal, std::vector<std::int32_t> origins,
                     std::vector<std::vector<std::int32_t>> bodies)
    : terminal_(std::move(terminal)),
      nullable_(nullable_symbols(terminal_.size(), origins, bodies)),
      origins_(std::move(origins)),
      bodies_(std::move(bodies)),
      first_(ends(false)) {}

std::vector<Words> LarkRules::ends(bool from_back) const {
  std::vector<std::vector<std::uint32_t>> relation(terminal_.size());
  std::vector<Words> out(terminal_.size());
  for (std::int32_t symbol = 0; symbol < symbols(); ++symbol)
    if (terminal_[symbol]) put(out[symbol], symbol);
  for (std::size_t rule = 0; rule < bodies_.size(); ++rule) {
    const std::vector<std::int32_t>& body = bodies_[rule];
    for (std::size_t i = 0; i < body.size(); ++i) {
      const std::int32_t symbol = from_back ? body[body.size() - 1 - i] : body[i];
      relation[origins_[rule]].push_back(static_cast<std::uint32_t>(symbol));
      if (!nullable_[symbol]) break;
    }
  }
  close(relation, out);
  return out;
}

std::vector<Words> LarkRules::followers() const {
  const std::vector<Words> last = ends(true);
  std::unordered_map<Words, Words, WordsHash> pairs;  // what may end before a gap, and what may begin after it
  for (const std::vector<std::int32_t>& body : bodies_)
    for (std::size_t at = 0; at + 1 < body.size(); ++at) {
      if (last[body[at]].empty()) continue;
      Words& begins = pairs[last[body[at]]];
      for (std::size_t following = at + 1; following < body.size(); ++following) {
        join(begins, first_[body[following]]);
        if (!nullable_[body[following]]) break;
      }
    }
  std::vector<Words> out(terminal_.size());
  for (const auto& [ends, begins] : pairs)
    each(ends, [&out, &begins = begins](std::int32_t terminal) { join(out[terminal], begins); });
  return out;
}

}  // namespace constrain
