import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { pollUntil } from './poll-until.ts';

it('pollUntil pauses four times as long as a slow probe takes', async () => {
  let probes = 0;
  const probe = async () => {
    probes += 1;
    await sleep(20);
    return undefined;
  };
  expect(await pollUntil(probe, { timeoutMs: 300, intervalMs: 1 })).toBeUndefined();
  // A probe starts every 100 ms, and not every 20 ms.
  expect(probes).toBeLessThanOrEqual(4);
});

it('pollUntil probes quickly at first and returns the first result', async () => {
  let probes = 0;
  const probe = () => ((probes += 1) === 5 ? 'done' : undefined);
  expect(await pollUntil(probe, { timeoutMs: 60_000, intervalMs: 1, growth: 1 / 20 })).toBe('done');
});
