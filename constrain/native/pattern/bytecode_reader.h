// What the byte code of a pattern shows without building the pattern.
#pragma once

#include <cstdint>
#include <string_view>

namespace constrain {

// Whether a pattern of this code surely matches some text, but not the empty one, and can be read later without fail.
// Answers no for whatever takes a look: known are literals, classes, what is repeated or chosen of them, and an endless
// language without finitely many texts. Such are keys and most strings, of which a text meets few.
bool surely_reads(std::string_view code);

// Whether no text of the pattern surely has the byte. Answers no where parts that have it are taken out again.
bool surely_without(std::string_view code, std::uint8_t byte);

}  // namespace constrain
