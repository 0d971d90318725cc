import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { makeFaultyMachine } from './faulty-machine.ts';

// Prints the time and how long a write took, again and again.
const script = `
import fs from 'node:fs';
import { devNull } from 'node:os';
const descriptor = fs.openSync(devNull, 'w');
(function next() {
  const startedAt = performance.now();
  fs.write(descriptor, Buffer.from('x'), 0, 1, 0, () => {
    const ages = [Date.now(), new Date().getTime(), new Date(5).getTime()];
    console.log(JSON.stringify({ ages, writeMs: performance.now() - startedAt }));
    setTimeout(next, 20);
  });
})();
`;
const hourMs = 3_600_000;
const delayMs = 250;

it('shifts the clock of a running process and delays its writes, until the fault ends', async () => {
  const machine = makeFaultyMachine();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, ...machine.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const states: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const { ages, writeMs } = JSON.parse(line) as { ages: number[]; writeMs: number };
      const [now = 0, constructed = 0, given] = ages;
      expect(given).toBe(5);
      expect(Math.abs(constructed - now)).toBeLessThan(hourMs / 2);
      const isShifted = now - Date.now() < -hourMs / 2;
      const state = isShifted && writeMs >= delayMs ? 'faulty' : isShifted ? 'changing' : 'normal';
      if (states.at(-1) === state) continue;
      states.push(state);
      if (state === 'normal' && states.includes('faulty')) break;
      if (state === 'normal') machine.set({ clockOffsetMs: -hourMs, diskDelayMs: delayMs });
      if (state === 'faulty') machine.set({ clockOffsetMs: 0, diskDelayMs: 0 });
    }
    expect(states.filter((state) => state !== 'changing')).toEqual(['normal', 'faulty', 'normal']);
  } finally {
    child.kill('SIGKILL');
    machine.remove();
  }
});
