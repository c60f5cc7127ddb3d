#include "lark/saved_graph.h"

#include <cstring>
#include <stdexcept>

#include "support/bytecode.h"

namespace constrain {

namespace {

void need(bool fits) {
  if (!fits) throw std::invalid_argument("these are not the parts of a graph");
}

}  // namespace

SavedGraph::SavedGraph(std::string data, std::size_t at) : data_(std::move(data)) {
  need(number(at) == 0);
  codes_ = strings(at);
  names_ = strings(at);
  const Strings productions = strings(at);
  need(codes_.size() == names_.size() && productions.size() == 1);
  code_ = productions[0];
  look();
}

std::uint32_t SavedGraph::number(std::size_t& at) const {
  need(at <= data_.size() && data_.size() - at >= 4);
  std::uint32_t value;
  std::memcpy(&value, data_.data() + at, 4);
  at += 4;
  return value;
}

SavedGraph::Strings SavedGraph::strings(std::size_t& at) const {
  const std::size_t count = number(at);
  need(count <= (data_.size() - at) / 4);
  std::size_t begin = at + 4 * count;
  Strings out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t length = number(at);
    need(length <= data_.size() - begin);
    out.push_back(std::string_view(data_).substr(begin, length));
    begin += length;
  }
  at = begin;
  return out;
}

// Goes through all states, and notes where they are.
void SavedGraph::look() {
  need(!code_.empty() && static_cast<GrammarCode>(code_[0]) == GrammarCode::Graph);
  std::size_t at = 1;
  const auto below = [&](std::uint64_t bound) {
    const std::uint64_t value = number_at(code_, at);
    need(at <= code_.size() && value < bound);
    return static_cast<std::uint32_t>(value);
  };
  below(1);  // lines
  const std::uint32_t count = below(code_.size());
  root_ = below(count);
  places_.reserve(count);
  for (std::uint32_t q = 0; q < count; ++q) {
    places_.push_back(static_cast<std::uint32_t>(at));
    number_at(code_, at);
    for (std::uint32_t arcs = below(code_.size()); arcs > 0; --arcs) {
      const std::uint32_t what = below(kNone), of = what / 3;
      need(what % 3 == 1 ? of < codes_.size() : what % 3 == 2 && of < kMostTogether);
      if (what % 3 == 2) below(count);
      below(count);
    }
  }
  need(at == code_.size());
}

// Texts begin in state 0, so that and the first one are exchanged.
std::uint64_t SavedGraph::state(std::uint32_t q, std::vector<Arc>& arcs) {
  const auto exchanged = [&](std::uint64_t state) {
    return state == root_ ? 0 : state == 0 ? root_ : static_cast<std::uint32_t>(state);
  };
  std::size_t at = places_[exchanged(q)];
  const auto next = [&] { return number_at(code_, at); };
  const std::uint64_t final = next();
  for (std::uint64_t left = next(); left > 0; --left) {
    const std::uint64_t what = next();
    const std::uint32_t callee = what % 3 == 2 ? exchanged(next()) : kNone;
    arcs.push_back({(what % 3) << 32 | what / 3, exchanged(next()), callee});
  }
  return final;
}

LazyGraph::Terminal SavedGraph::terminal(std::uint32_t t) {
  return {std::string(codes_[t]), std::string(names_[t])};
}

std::size_t SavedGraph::memory() {
  return sizeof *this + data_.capacity() + (codes_.capacity() + names_.capacity()) * sizeof codes_[0] +
         places_.capacity() * sizeof places_[0];
}

}  // namespace constrain
