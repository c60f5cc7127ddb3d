// How many bytes a residual needs to its end, and with which byte a shortest text of it begins.
//
// Most nodes know the length of their shortest text. Those that contain intersections, complements or assertions know
// only a lower bound; for them a search by least length runs over the derivatives (A*: Hart, Nilsson and Raphael 1968),
// and what it finds is kept for every residual on the way. A search that looks at too many residuals leaves the lower
// bound, which is then an estimate. Not thread-safe: the owner locks.
#pragma once

#include <compare>
#include <unordered_map>

#include "pattern/residual_store.h"

namespace constrain {

// A byte of a text that is as short as others: a blank comes before letters, both before line ends and other control
// characters, since a person may read it.
struct ReadableByte {
  std::uint8_t byte = 0;
  constexpr ReadableByte(std::uint8_t of = 0) : byte(of) {}
  constexpr operator std::uint8_t() const { return byte; }
  friend constexpr bool operator==(ReadableByte a, ReadableByte b) { return a.byte == b.byte; }
  friend constexpr std::strong_ordering operator<=>(ReadableByte a, ReadableByte b) { return a.rank() <=> b.rank(); }

 private:
  constexpr std::uint8_t rank() const { return static_cast<std::uint8_t>(byte - ' '); }
};

class ShortestWords {
 public:
  explicit ShortestWords(ResidualStore& store) : store_(store) {}

  // Bytes of a shortest text; kUnbounded for kEmpty.
  std::uint32_t length(ResidualId n);
  // The most readable byte that begins a shortest text. The residual is not kEmpty, and not nullable.
  ReadableByte first(ResidualId n);
  // The same of the residual's texts that are none of these texts', which are finitely many: their length, and where
  // that is not 0 the byte.
  struct Word {
    std::uint32_t length;
    ReadableByte first;
    auto operator<=>(const Word&) const = default;
  };
  Word except(ResidualId n, std::span<const ResidualId> texts) { return except(n, texts, 0); }
  std::size_t memory() const { return (lengths_.size() + firsts_.size()) * 48; }

 private:
  std::uint32_t search(ResidualId n);
  Word except(ResidualId n, std::span<const ResidualId> texts, std::uint32_t depth);

  static constexpr std::uint32_t kDeepest = 200;  // bytes that a word may share with the texts; more are not looked at
  static constexpr std::size_t kMaxVisits = 20'000;  // residuals of one search; some tens of milliseconds

  ResidualStore& store_;
  std::unordered_map<ResidualId, std::uint32_t> lengths_;  // of residuals whose form does not say
  std::unordered_map<ResidualId, ReadableByte> firsts_;
};

}  // namespace constrain
