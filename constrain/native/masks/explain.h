// Messages: why a token is refused, and what may follow instead.
// Not thread-safe: the owner locks.
#pragma once

#include <string>

#include "masks/reader.h"

namespace constrain {

// Why the token is refused after the configuration, or that it is not; for example
//   token 5 "1" is refused at byte 1 of 1, `1`: expected `"`, inside "a":
std::string explain(Reader& reader, ConfigId c, TokenId token);
// What may follow: characters, and the terminals that are being read or may begin.
std::string expectations(Reader& reader, const Frontier& frontier);

}  // namespace constrain
