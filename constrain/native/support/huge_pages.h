// Memory for arrays of megabytes that are written once and then walked at random.
//
// Such an array takes a thousand page faults to write for the first time, which is as expensive as what is written, and
// its walks miss the processor's table of pages. So on Linux it is asked for in pages of two megabytes where it is
// larger than one of them; the system may decline, and then nothing is lost. Thread-safe, as the system's calls are.
#pragma once

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace constrain {

template <class T>
struct LargePages {
  using value_type = T;
  static constexpr std::size_t kPage = std::size_t{2} << 20;

  LargePages() = default;
  template <class U>
  LargePages(const LargePages<U>&) {}

  T* allocate(std::size_t count) {
#ifdef __linux__
    const std::size_t bytes = count * sizeof(T);
    if (count < std::size_t(-1) / 2 / sizeof(T) && bytes > kPage) {
      const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
      void* memory = std::aligned_alloc(kPage, whole);
      if (!memory) throw std::bad_alloc();
      (void)madvise(memory, whole, MADV_HUGEPAGE);
      return static_cast<T*>(memory);
    }
#endif
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T* memory, std::size_t count) {
#ifdef __linux__
    if (count * sizeof(T) > kPage) return std::free(memory);
#endif
    std::allocator<T>().deallocate(memory, count);
  }
  template <class U>
  bool operator==(const LargePages<U>&) const { return true; }
};

}  // namespace constrain
