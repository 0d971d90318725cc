// Preloaded into the processes of an installation. Adds the milliseconds in a shared file to the real-time clock, so that
// all processes see the same jump at the same moment. Monotonic clocks, and therefore most timers, are unchanged.
//
// The functions of the vDSO are replaced, because ClickHouse contains its own C library, which calls them directly.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#if !defined(__x86_64__)
#error "the clock can only be shifted on x86-64"
#endif

static const volatile int64_t *shared_offset_ms;
static int (*real_sem_timedwait)(sem_t *, const struct timespec *);
static int (*real_cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

static void add_ms(struct timespec *time, int64_t ms) {
  int64_t nanoseconds = time->tv_nsec + (ms % 1000) * 1000000;
  time->tv_sec += ms / 1000 + nanoseconds / 1000000000;
  time->tv_nsec = nanoseconds % 1000000000;
  if (time->tv_nsec < 0) {
    time->tv_nsec += 1000000000;
    time->tv_sec -= 1;
  }
}

static int shifted_clock_gettime(clockid_t clock, struct timespec *time) {
  long result;
  register long number __asm__("rax") = SYS_clock_gettime;
  __asm__ volatile("syscall" : "=a"(result) : "r"(number), "D"((long)clock), "S"(time) : "rcx", "r11", "memory");
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) add_ms(time, *shared_offset_ms);
  return (int)result;
}

static int shifted_gettimeofday(struct timeval *value, struct timezone *zone) {
  struct timespec now;
  shifted_clock_gettime(CLOCK_REALTIME, &now);
  if (value != NULL) *value = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  if (zone != NULL) memset(zone, 0, sizeof *zone);
  return 0;
}

static time_t shifted_time(time_t *result) {
  struct timespec now;
  shifted_clock_gettime(CLOCK_REALTIME, &now);
  if (result != NULL) *result = now.tv_sec;
  return now.tv_sec;
}

// Writes `mov rax, target; jmp rax` over the start of a function of the vDSO.
static void replace(uint8_t *code, void *target) {
  uint8_t jump[12] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0};
  memcpy(jump + 2, &target, sizeof target);
  memcpy(code, jump, sizeof jump);
}

static void replace_functions(uint8_t *vdso) {
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)vdso;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(vdso + head->e_shoff);
  for (int section = 0; section < head->e_shnum; section += 1) {
    if (sections[section].sh_type != SHT_DYNSYM) continue;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(vdso + sections[section].sh_offset);
    const char *names = (const char *)(vdso + sections[sections[section].sh_link].sh_offset);
    for (size_t at = 0; at < sections[section].sh_size / sizeof *symbols; at += 1) {
      const char *name = names + symbols[at].st_name;
      uint8_t *code = vdso + symbols[at].st_value;
      if (strcmp(name, "__vdso_clock_gettime") == 0) replace(code, shifted_clock_gettime);
      if (strcmp(name, "__vdso_gettimeofday") == 0) replace(code, shifted_gettimeofday);
      if (strcmp(name, "__vdso_time") == 0) replace(code, shifted_time);
    }
  }
}

__attribute__((constructor)) static void shift_clock(void) {
  real_sem_timedwait = (int (*)(sem_t *, const struct timespec *))dlsym(RTLD_NEXT, "sem_timedwait");
  real_cond_timedwait = (int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))dlvsym(
      RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  const char *path = getenv("TEST_SHIFTED_CLOCK");
  uint8_t *vdso = (uint8_t *)getauxval(AT_SYSINFO_EHDR);
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || vdso == NULL) return;
  void *shared = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  // The vDSO has two pages at most.
  if (shared == MAP_FAILED || mprotect(vdso, 2 * 4096, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
    perror("the clock cannot be shifted");
    _exit(1);
  }
  shared_offset_ms = shared;
  replace_functions(vdso);
  mprotect(vdso, 2 * 4096, PROT_READ | PROT_EXEC);
}

// Deadlines after 2001 were computed from the shifted clock. Deadlines of monotonic clocks are lower.
static struct timespec unshift(const struct timespec *deadline) {
  struct timespec time = *deadline;
  if (shared_offset_ms != NULL && time.tv_sec > 1000000000) add_ms(&time, -*shared_offset_ms);
  return time;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
  struct timespec time = unshift(deadline);
  return real_sem_timedwait(semaphore, &time);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict deadline) {
  struct timespec time = unshift(deadline);
  return real_cond_timedwait(condition, mutex, &time);
}
