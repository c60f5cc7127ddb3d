// A gate that `fork` closes, so that a child process finds every lock open and nothing half done.
//
// A fork copies the memory, and of the threads only the one that called it: a lock that another thread holds at that
// moment stays locked in the child forever, and what that thread was changing stays half changed. To take every lock
// before a fork one would have to know them all (each constraint and each store of patterns has one); instead, whoever
// takes any of them is inside this gate meanwhile, and a fork waits until nobody is. Nobody waits for anything but such
// locks inside, above all not for the interpreter lock, which the thread that forks holds; so the wait is as long as
// the calls that have begun. Newcomers wait meanwhile, so that a busy process forks too.
//
// To enter and leave costs two atomic additions. Thread-safe; a thread that is inside may enter again.
#pragma once

#include <cstdint>

namespace constrain::fork_gate {

void enter();
void leave();

// Lets a fork that waits go first: for long work, where it holds no lock.
void pass();

// How many forks lie between this process and the one that loaded the module: what another thread was doing when this
// number was different is not being done here.
std::uint32_t generation();

// Registers with `fork`, once: every extension asks for it when it is loaded.
void install();

struct Entry {
  Entry() { enter(); }
  ~Entry() { leave(); }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
};

}  // namespace constrain::fork_gate
