// Node loads this module before each process of an installation whose machine is faulty. It adds an offset to the
// clock, and delays writes of the spool.
import fs from 'node:fs';

export type MachineFaults = { clockOffsetMs: number; diskDelayMs: number };

export const faultsVariable = 'TEST_MACHINE_FAULTS';
const readIntervalMs = 50;
const file = process.env[faultsVariable];
if (file !== undefined) causeFaults(file);

function causeFaults(path: string): void {
  let faults = read(path) ?? { clockOffsetMs: 0, diskDelayMs: 0 };
  setInterval(() => (faults = read(path) ?? faults), readIntervalMs).unref();
  shiftClock(() => faults.clockOffsetMs);
  delayWrites(() => faults.diskDelayMs);
}

// Returns undefined while the file is being written, or once it has been removed.
function read(path: string): MachineFaults | undefined {
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8')) as MachineFaults;
  } catch {
    return undefined;
  }
}

function shiftClock(offsetMs: () => number): void {
  const realNow = Date.now;
  const now = () => realNow() + offsetMs();
  Date.now = now;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args: unknown[], newTarget: new () => object) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  });
}

// The spool writes and syncs with these functions, and waits for one before it calls the next.
function delayWrites(delayMs: () => number): void {
  for (const name of ['write', 'fsync'] as const) {
    const real = fs[name] as (...args: unknown[]) => void;
    const delayed = (...args: unknown[]) => {
      const ms = delayMs();
      if (ms === 0) real(...args);
      else setTimeout(() => real(...args), ms);
    };
    Object.assign(fs, { [name]: delayed });
  }
}
