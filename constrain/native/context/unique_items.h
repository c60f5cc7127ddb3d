// JSON arrays whose items all differ by value: what has been read of them, as an interned immutable object.
//
// A value is the set of its facts. A fact says of one path within the value what is there: an object, an array, a member
// of some name, or a scalar; for example `{"a": [1]}` is {: object, a: present, a: array, a/0: 1}. So values are equal when
// their sets are, in whatever order their keys stand and however they are spaced; scalars are compared decoded. A state
// holds, for each such array that is open, the values of its items so far and the facts of the item that is being read. An
// item whose set is among those of the items before it must not end; as long as its facts are all in one of them, it is
// like it. (Not the bytes of items: `[{"x": 1, "y": 2}, {"y": 2, "x": 1}]` has two equal ones.)
//
// Numbers with a point or an exponent are what a reader of doubles takes them for; others, and these, compare exactly.
// A state is a function of the text from the first of the arrays on, which is JSON. Not thread-safe: the owner locks.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "support/common.h"
#include "support/flat_map.h"

namespace constrain {

using TrackId = std::uint32_t;  // a state; 0: in no such array

class UniqueItems {
 public:
  static constexpr TrackId kOutside = 0, kRefused = kNone;

  UniqueItems();
  // The state after the byte, of a text that is JSON so far; kRefused where two items are equal. `opens`: the byte is the
  // bracket of an array whose items differ.
  TrackId step(TrackId t, std::uint8_t byte, bool opens);
  // Whether no item that is being read, or may begin here, can become one of those before it.
  bool unlike(TrackId t) const { return unlike_[t]; }
  // Whether no item is being read, of the innermost array, and none of the others can become one of those before it.
  bool between_items(TrackId t) const { return between_[t]; }
  // Whether the text stands in a number that has not been met.
  bool new_number(TrackId t) const {
    return states_[t].mode == Mode::Number && !scalars_.contains(number(written(states_[t].text)));
  }
  // Whether the text stands inside a string.
  bool in_string(TrackId t) const { return states_[t].mode <= Mode::Key; }
  std::size_t memory() const { return memory_ + steps_.bytes() + longer_.bytes() + longer_lists_.bytes(); }

 private:
  enum class Mode : std::uint8_t { Text, Key, TextEscape, KeyEscape, Number, Word, Between };
  struct Frame {  // an open container
    bool object;
    std::uint32_t step;  // the name of the current member, the index of the current item; kNone: a name must come
    auto operator<=>(const Frame&) const = default;
  };
  struct Level {  // an open array whose items differ
    std::uint32_t frame;
    std::uint32_t used;  // the items so far, as a list
    std::uint32_t item;  // facts of the item that is being read
    std::uint32_t like;  // those of `used` that have these facts, as a set; or kAll
    auto operator<=>(const Level&) const = default;
  };
  struct Structure {
    std::vector<Frame> frames;
    std::vector<Level> levels;
    auto operator<=>(const Structure&) const = default;
  };
  struct State {
    std::uint32_t structure;
    std::uint32_t text;  // what has been read of a scalar or a name
    Mode mode;
    auto operator<=>(const State&) const = default;
  };
  using Members = std::vector<std::uint32_t>;  // sorted
  static constexpr std::uint32_t kAll = kNone;

  TrackId next(TrackId t, std::uint8_t byte, bool opens);
  TrackId between(Structure s, std::uint8_t byte, bool opens);
  TrackId end_scalar(Structure s, const std::string& canonical);
  TrackId intern(State state);
  TrackId intern(const Structure& s, Mode mode = Mode::Between, std::uint32_t text = 0);
  bool end_value(Structure& s);
  void note(Structure& s, std::uint32_t what);
  void enter(Structure& s, bool object, bool unique);
  std::uint32_t extend(std::uint32_t text, std::uint8_t byte);
  std::string written(std::uint32_t text) const;
  std::uint32_t scalar(const std::string& canonical);
  std::uint32_t set(Members members);
  std::uint32_t with(std::uint32_t of, std::uint32_t member);
  bool is_like(const Level& level) const { return level.like == kAll ? level.used != 0 : level.like != 0; }
  static std::string number(const std::string& text);
  static std::string string(const std::string& text);

  std::vector<State> states_;
  std::vector<bool> unlike_, between_;
  std::array<FlatMap<TrackId>, 7> state_index_;  // by mode; by structure and text
  std::vector<const Structure*> structures_;
  std::map<Structure, std::uint32_t> structure_index_;
  std::vector<std::pair<std::uint32_t, std::uint8_t>> texts_;  // what was before, and a byte
  FlatMap<std::uint32_t> longer_;
  std::map<std::string, std::uint32_t> scalars_;
  std::map<std::tuple<std::uint32_t, bool, std::uint32_t>, std::uint32_t> paths_;  // by path, kind of step, and step
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> facts_;         // by path and what is there
  std::vector<const Members*> sets_;                                               // of facts, and of such sets
  std::map<Members, std::uint32_t> set_index_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lists_;  // of items: what was before, and a set of facts
  FlatMap<std::uint32_t> longer_lists_;
  FlatMap<TrackId> steps_;  // by state and byte
  std::size_t memory_ = 0;
};

}  // namespace constrain
