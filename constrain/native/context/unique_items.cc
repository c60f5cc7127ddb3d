// In order: one byte of JSON (`step`, `next`, `between`), what it adds to the values (`note`, `end_value`), how scalars are
// compared (`number`, `string`), and the tables of what is interned. `[1, 1.0` goes: the bracket opens a frame and a level;
// `1` is a number until the comma, where it is noted as the fact "root: 1" and the item ends, {root: 1} being used; the
// second number has the same fact, so the byte after it, which would end the item, is refused.
#include "context/unique_items.h"

#include <algorithm>
#include <charconv>

#include "context/scope_memory.h"

namespace constrain {
namespace {

constexpr std::uint32_t kEmptySet = 0, kRoot = 0, kNoText = 0, kNoItems = 0;
enum : std::uint32_t { kObject, kArray, kPresent };  // the first of what may be at a path

bool blank(std::uint8_t b) { return b == ' ' || b == '\t' || b == '\n' || b == '\r'; }
bool in_number(std::uint8_t b) {
  return (b >= '0' && b <= '9') || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E';
}
bool is_word(const std::string& text) { return text == "null" || text == "true" || text == "false"; }

}  // namespace

UniqueItems::UniqueItems() {
  texts_.push_back({kNoText, 0});
  lists_.push_back({kNoItems, kEmptySet});
  for (const char* what : {"{", "[", "+"}) scalar(what);
  set({});
  intern(Structure{});
}

// The state is a function of the bytes, so a step is kept; `opens` is part of the key, because only some arrays have
// items that differ.
TrackId UniqueItems::step(TrackId t, std::uint8_t byte, bool opens) {
  if (t == kOutside && !opens) return kOutside;
  const std::uint32_t key = byte | std::uint32_t{opens} << 8;
  if (const TrackId* known = steps_.find(t, key)) return *known;
  const TrackId out = next(t, byte, opens);
  steps_.insert(t, key, out);
  return out;
}

TrackId UniqueItems::next(TrackId t, std::uint8_t byte, bool opens) {
  const State state = states_[t];
  // The structure is copied only where the byte changes it: inside a scalar only the text grows.
  const auto copy = [&] { return *structures_[state.structure]; };
  const auto longer = [&](Mode mode) { return intern(State{state.structure, extend(state.text, byte), mode}); };
  switch (state.mode) {
    case Mode::Between: return blank(byte) ? t : between(copy(), byte, opens);
    case Mode::TextEscape: return longer(Mode::Text);
    case Mode::KeyEscape: return longer(Mode::Key);
    case Mode::Text:
      if (byte == '\\') return longer(Mode::TextEscape);
      if (byte != '"') return longer(Mode::Text);
      return end_scalar(copy(), string(written(state.text) + '"'));
    case Mode::Key: {
      if (byte == '\\') return longer(Mode::KeyEscape);
      if (byte != '"') return longer(Mode::Key);
      Structure s = copy();
      // A name ends: from here on facts have it in their path. That it is present is a fact as well, or `{"a": ...}`
      // could not be told from the object before its first name.
      s.frames.back().step = scalar(string(written(state.text) + '"'));
      note(s, kPresent);
      return intern(s);
    }
    case Mode::Word: {
      const std::uint32_t text = extend(state.text, byte);
      const std::string word = written(text);
      if (!is_word(word)) return intern(State{state.structure, text, Mode::Word});
      return end_scalar(copy(), word);
    }
    case Mode::Number: {
      if (in_number(byte)) return longer(Mode::Number);
      // A number does not say where it ends: the first byte that cannot be in one does, and is then read itself.
      const TrackId ended = end_scalar(copy(), number(written(state.text)));
      return ended == kRefused ? kRefused : step(ended, byte, false);
    }
  }
  return kRefused;
}

TrackId UniqueItems::end_scalar(Structure s, const std::string& canonical) {
  note(s, scalar(canonical));
  return end_value(s) ? intern(s) : kRefused;
}

// One byte between scalars and names.
TrackId UniqueItems::between(Structure s, std::uint8_t byte, bool opens) {
  if (blank(byte) || byte == ':') return intern(s);
  if (byte == '{' || byte == '[') {
    enter(s, byte == '{', opens);
    return intern(s);
  }
  if (byte == '}' || byte == ']') {
    s.frames.pop_back();
    // The array whose items differ ends here; the arrays around it go on comparing theirs.
    if (s.levels.back().frame == s.frames.size()) s.levels.pop_back();
    if (s.levels.empty()) return kOutside;
    return end_value(s) ? intern(s) : kRefused;
  }
  Frame& frame = s.frames.back();
  if (byte == ',') {
    Level& level = s.levels.back();
    if (frame.object) frame.step = kNone;
    else if (s.frames.size() > 1) ++frame.step;  // nobody asks for the index in the outermost array
    if (level.frame + 1 == s.frames.size()) level.like = kAll;
    return intern(s);
  }
  const std::uint32_t text = extend(kNoText, byte);
  if (byte == '"') return intern(s, frame.object && frame.step == kNone ? Mode::Key : Mode::Text, text);
  return intern(s, in_number(byte) ? Mode::Number : Mode::Word, text);
}

void UniqueItems::enter(Structure& s, bool object, bool unique) {
  note(s, object ? kObject : kArray);
  s.frames.push_back({object, object ? kNone : 0});
  if (unique) s.levels.push_back({static_cast<std::uint32_t>(s.frames.size() - 1), kNoItems, kEmptySet, kEmptySet});
}

// What is at the place where the text stands is a fact of the items, of all levels, that it is in.
void UniqueItems::note(Structure& s, std::uint32_t what) {
  for (Level& level : s.levels) {
    std::uint32_t path = kRoot;
    for (std::size_t i = level.frame + 1; i < s.frames.size(); ++i) {
      const auto made = static_cast<std::uint32_t>(paths_.size() + 1);
      const auto [at, added] = paths_.try_emplace({path, s.frames[i].object, s.frames[i].step}, made);
      memory_ += added ? 64 : 0;
      path = at->second;
    }
    const auto [fact, added] = facts_.try_emplace({path, what}, static_cast<std::uint32_t>(facts_.size()));
    memory_ += added ? 64 : 0;
    level.item = with(level.item, fact->second);
    if (level.like == kEmptySet) continue;
    Members like;
    // Of the items before, only those with this fact too can still be equal to the one being read.
    const auto consider = [&, shown = fact->second](std::uint32_t value) {
      if (std::binary_search(sets_[value]->begin(), sets_[value]->end(), shown)) like.push_back(value);
    };
    if (level.like != kAll) {
      for (std::uint32_t value : *sets_[level.like]) consider(value);
    } else {
      for (std::uint32_t l = level.used; l != kNoItems; l = lists_[l].first) consider(lists_[l].second);
      // Sorted, because sets are interned by content.
      std::sort(like.begin(), like.end());
    }
    level.like = set(std::move(like));
  }
}

// A value has ended; false if it is an item and equal to one before it.
bool UniqueItems::end_value(Structure& s) {
  Level& level = s.levels.back();
  if (level.frame + 1 != s.frames.size()) return true;
  if (level.like != kEmptySet && std::binary_search(sets_[level.like]->begin(), sets_[level.like]->end(), level.item))
    return false;
  if (const std::uint32_t* known = longer_lists_.find(level.used, level.item)) {
    level.used = *known;
  } else {
    const auto made = static_cast<std::uint32_t>(lists_.size());
    lists_.push_back({level.used, level.item});
    longer_lists_.insert(level.used, level.item, made);
    level.used = made;
    memory_ += 8;
  }
  level.item = level.like = kEmptySet;
  return true;
}

// The value of a number, digits without zeros at either end and an exponent.
// `1`, `1.0`, `10e-1` become "n1e0". A text with a point or an exponent goes through a double first, because that is how a
// reader of JSON would compare it; a plain integer of any length is compared digit by digit.
std::string UniqueItems::number(const std::string& text) {
  std::string spelled = text;
  if (text.find_first_of(".eE") != std::string::npos) {
    double value = 0;
    char buffer[32];
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc()) spelled.assign(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
  }
  std::string digits;
  std::int64_t exponent = 0;
  bool fraction = false;
  for (std::size_t i = 0; i < spelled.size(); ++i) {
    const char c = spelled[i];
    if (c == '.') {
      fraction = true;
    } else if (c >= '0' && c <= '9') {
      digits.push_back(c);
      exponent -= fraction;
    } else if (c == 'e' || c == 'E') {
      const std::size_t at = i + 1 + (i + 1 < spelled.size() && spelled[i + 1] == '+');
      std::int64_t given = 0;
      if (std::from_chars(spelled.data() + at, spelled.data() + spelled.size(), given).ec == std::errc())
        exponent += given;
      else digits += spelled.substr(i);  // beyond all doubles; compared as it is spelled
      break;
    }
  }
  // Zeros at either end move into the exponent, so that `100`, `1e2` and `100.0` are the same digits.
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return "n0";
  for (; digits.back() == '0'; ++exponent) digits.pop_back();
  return (spelled[0] == '-' ? "n-" : "n") + digits + "e" + std::to_string(exponent);
}

// What a string says, whose quotation marks are part of the text.
std::string UniqueItems::string(const std::string& text) {
  const auto said = decoded_string(text);
  // No valid JSON string, so it equals only what is spelled alike.
  if (!said) return "\"" + text;
  std::string out = "s";
  out.append(reinterpret_cast<const char*>(said->data()), said->size() * sizeof(said->front()));
  return out;
}

TrackId UniqueItems::intern(State state) {
  FlatMap<TrackId>& index = state_index_[static_cast<std::size_t>(state.mode)];
  if (const TrackId* known = index.find(state.structure, state.text)) return *known;
  const auto made = static_cast<TrackId>(states_.size());
  index.insert(state.structure, state.text, made);
  states_.push_back(state);
  const std::vector<Level>& levels = structures_[state.structure]->levels;
  // Asked for by each mask, so found once here: no item being read, of the innermost or any array around it, is like an
  // earlier one.
  const auto none = [&](std::size_t count) {
    return std::none_of(levels.begin(), levels.begin() + count, [&](const Level& l) { return is_like(l); });
  };
  unlike_.push_back(none(levels.size()));
  between_.push_back(!levels.empty() && state.mode == Mode::Between && levels.back().item == kEmptySet &&
                     none(levels.size() - 1));
  memory_ += 80;
  return made;
}

TrackId UniqueItems::intern(const Structure& s, Mode mode, std::uint32_t text) {
  const auto [at, made] = structure_index_.try_emplace(s, static_cast<std::uint32_t>(structures_.size()));
  if (made) {
    structures_.push_back(&at->first);
    memory_ += 128 + s.frames.size() * sizeof(Frame) + s.levels.size() * sizeof(Level);
  }
  return intern(State{at->second, text, mode});
}

std::uint32_t UniqueItems::extend(std::uint32_t text, std::uint8_t byte) {
  if (const std::uint32_t* known = longer_.find(text, byte)) return *known;
  const auto made = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back({text, byte});
  longer_.insert(text, byte, made);
  memory_ += 24;
  return made;
}

std::string UniqueItems::written(std::uint32_t text) const {
  std::string out;
  for (; text != kNoText; text = texts_[text].first) out.push_back(static_cast<char>(texts_[text].second));
  std::reverse(out.begin(), out.end());
  return out;
}

std::uint32_t UniqueItems::scalar(const std::string& canonical) {
  const auto [at, made] = scalars_.try_emplace(canonical, static_cast<std::uint32_t>(scalars_.size()));
  memory_ += made ? 96 + canonical.size() : 0;
  return at->second;
}

std::uint32_t UniqueItems::set(Members members) {
  const auto [at, made] = set_index_.try_emplace(std::move(members), static_cast<std::uint32_t>(sets_.size()));
  if (made) {
    sets_.push_back(&at->first);
    memory_ += 96 + at->first.size() * sizeof(std::uint32_t);
  }
  return at->second;
}

std::uint32_t UniqueItems::with(std::uint32_t of, std::uint32_t member) {
  Members members = *sets_[of];
  members.insert(std::lower_bound(members.begin(), members.end(), member), member);
  return set(std::move(members));
}

}  // namespace constrain
