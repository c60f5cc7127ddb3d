#include "lark/first_follow.h"

#include <algorithm>

namespace constrain {

std::vector<bool> nullable_symbols(std::size_t symbols, const Vec<std::int32_t>& origins,
                                   const Vec<Vec<std::int32_t>>& bodies) {
  std::vector<bool> out(symbols, false);
  Vec<Vec<std::int32_t>> uses(symbols);
  Vec<std::size_t> missing;
  Vec<std::int32_t> stack;
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

void close(const Vec<std::pair<std::uint32_t, std::uint32_t>>& relation, SetRows& sets) {
  const std::size_t width = sets.width;
  const auto count = static_cast<std::uint32_t>(width ? sets.words.size() / width : 0);
  Vec<std::uint32_t> next(count + 1, 0), others(relation.size());
  for (const auto& [key, other] : relation) ++next[key + 1];
  for (std::uint32_t key = 0; key < count; ++key) next[key + 1] += next[key];
  const Vec<std::uint32_t> begin = next;
  for (const auto& [key, other] : relation) others[next[key]++] = other;
  next.assign(begin.begin(), begin.end());
  Vec<std::uint32_t> index(count, kNone), low(count, 0), open, work;
  Vec<char> done(count, false);
  const auto unite = [&](std::uint32_t into, std::uint32_t from) {
    for (std::size_t w = 0; w < width; ++w) sets.row(into)[w] |= sets.row(from)[w];
  };
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
      if (next[node] < begin[node + 1]) {
        const std::uint32_t other = others[next[node]++];
        if (index[other] == kNone) {
          enter(other);
          continue;  // joined when it is left
        }
        if (!done[other]) low[node] = std::min(low[node], index[other]);
        unite(node, other);
        continue;
      }
      work.pop_back();
      if (low[node] == index[node]) {
        for (std::uint32_t member = kNone; member != node;) {
          member = open.back();
          open.pop_back();
          if (member != node) std::copy_n(sets.row(node), width, sets.row(member));
          done[member] = true;
        }
      }
      if (!work.empty()) {
        low[work.back()] = std::min(low[work.back()], low[node]);
        unite(work.back(), node);
      }
    }
  }
}

LarkRules::LarkRules(std::vector<bool> terminal, Vec<std::int32_t> origins,
                     Vec<Vec<std::int32_t>> bodies)
    : terminal_(std::move(terminal)),
      nullable_(nullable_symbols(terminal_.size(), origins, bodies)),
      origins_(std::move(origins)),
      bodies_(std::move(bodies)),
      first_(ends(false)) {}

Vec<Words> LarkRules::ends(bool from_back) const {
  Vec<std::pair<std::uint32_t, std::uint32_t>> relation;
  SetRows sets(terminal_.size(), terminal_.size() / 64 + 1);
  for (std::int32_t symbol = 0; symbol < symbols(); ++symbol)
    if (terminal_[symbol]) sets.put(static_cast<std::size_t>(symbol), symbol);
  for (std::size_t rule = 0; rule < bodies_.size(); ++rule) {
    const Vec<std::int32_t>& body = bodies_[rule];
    for (std::size_t i = 0; i < body.size(); ++i) {
      const std::int32_t symbol = from_back ? body[body.size() - 1 - i] : body[i];
      relation.emplace_back(origins_[rule], symbol);
      if (!nullable_[symbol]) break;
    }
  }
  close(relation, sets);
  Vec<Words> out;
  for (std::size_t symbol = 0; symbol < terminal_.size(); ++symbol) {
    std::size_t size = sets.width;
    while (size > 0 && sets.row(symbol)[size - 1] == 0) --size;
    out.emplace_back(sets.row(symbol), sets.row(symbol) + size);
  }
  return out;
}

Vec<Words> LarkRules::followers() const {
  const Vec<Words> last = this->ends(true);
  Lists<std::uint64_t> ends;  // what may end before a gap
  Vec<Words> begins;  // by their numbers, what may begin after it
  for (const Vec<std::int32_t>& body : bodies_)
    for (std::size_t at = 0; at + 1 < body.size(); ++at) {
      if (last[body[at]].empty()) continue;
      const auto gap = static_cast<std::size_t>(ends.intern(last[body[at]]));
      if (gap == begins.size()) begins.emplace_back();
      for (std::size_t following = at + 1; following < body.size(); ++following) {
        join(begins[gap], first_[body[following]]);
        if (!nullable_[body[following]]) break;
      }
    }
  Vec<Words> out(terminal_.size());
  for (std::int32_t gap = 0; gap < ends.size(); ++gap)
    each(ends[gap], [&](std::int32_t terminal) { join(out[terminal], begins[gap]); });
  return out;
}

}  // namespace constrain
