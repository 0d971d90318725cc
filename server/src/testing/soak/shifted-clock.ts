import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type ShiftedClock = {
  // Environment for the processes of the installation. The engines inherit it too.
  environment: Record<string, string>;
  now: () => number;
  advance: (ms: number) => void;
  remove: () => void;
};

// Makes a real-time clock for an installation and its embedded engines that starts at `startMs` and can jump. In
// ClickHouse, only `time` and `gettimeofday` are shifted. They decide when rows expire.
export function makeShiftedClock(startMs: number): ShiftedClock {
  if (process.platform !== 'linux') throw new Error('the clock of processes can only be shifted on Linux');
  // PostgreSQL may run as a different user, which has to read the library and the offset.
  const directory = mkdtempSync(join(tmpdir(), 'waypost-clock-'));
  chmodSync(directory, 0o755);
  const library = join(directory, 'shifted-clock.so');
  const source = join(import.meta.dirname, 'shifted-clock.c');
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-o', library, source, '-ldl']);
  const file = join(directory, 'offset');
  const descriptor = openSync(file, 'w', 0o644);
  let offsetMs = Math.round(startMs - Date.now());
  const write = () => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(offsetMs));
    writeSync(descriptor, bytes, 0, bytes.length, 0);
  };
  write();
  return {
    environment: {
      LD_PRELOAD: library,
      TEST_SHIFTED_CLOCK: file,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'preload-shifted-engines.ts')}`,
    },
    now: () => Date.now() + offsetMs,
    advance: (ms) => {
      offsetMs += Math.round(ms);
      write();
    },
    remove: () => {
      closeSync(descriptor);
      rmSync(directory, { recursive: true });
    },
  };
}
