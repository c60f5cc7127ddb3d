// Reads a catalogue, of names or of bindings: numbers, texts after their lengths, lists after theirs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/bytecode.h"

namespace constrain {

// Throws GrammarFault where the catalogue of `what` is malformed. The code outlives this and the texts.
class CatalogueReader {
 public:
  CatalogueReader(std::string_view code, const char* what) : code_(code), what_(what) {}
  GrammarFault malformed() const { return GrammarFault(std::string("malformed catalogue of ") + what_); }
  std::uint32_t number(std::uint64_t below = kLongest) {
    const std::uint64_t value = number_at(code_, at_);
    if (at_ > code_.size() || value >= below) throw malformed();
    return static_cast<std::uint32_t>(value);
  }
  std::string_view text() {
    const std::uint32_t size = number();
    if (size > code_.size() - at_) throw malformed();
    at_ += size;
    return code_.substr(at_ - size, size);
  }
  std::vector<std::uint32_t> list(std::size_t below) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t left = number(); left; --left) out.push_back(number(below));
    return out;
  }

 private:
  static constexpr std::uint32_t kLongest = 1u << 26;  // of a list or text

  std::string_view code_;
  const char* what_;
  std::size_t at_ = 0;
};

}  // namespace constrain
