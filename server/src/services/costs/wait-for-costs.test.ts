import { setTimeout as sleep } from 'node:timers/promises';
import type { CostEntry } from '@waypost/contract/conversions/costs.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { getCostEntry } from './cost-entries.ts';
import { processCostEntry } from './process-cost-entry.ts';
import { waitForCosts } from './wait-for-costs.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(() => Promise.resolve()) }));
vi.mock('./cost-entries.ts', () => ({ getCostEntry: vi.fn() }));
vi.mock('./process-cost-entry.ts', () => ({ processCostEntry: vi.fn() }));

const context = { actor: { type: 'operator', label: 'test' } } as Parameters<typeof waitForCosts>[0];
const process = vi.mocked(processCostEntry);
let done: number;

beforeEach(() => {
  vi.clearAllMocks();
  done = 0;
  vi.mocked(getCostEntry).mockImplementation(() =>
    Promise.resolve({
      campaignId: 'campaign',
      status: done < 9 ? 'pending' : 'spread',
      progress: { done, total: 9 },
    } as unknown as CostEntry),
  );
});

function takeSteps(...steps: (number | 'busy' | 'failure')[]): void {
  process.mockReset();
  for (const step of steps) {
    if (step === 'failure') process.mockRejectedValueOnce(new Error('connection lost'));
    else if (step === 'busy') process.mockResolvedValueOnce(undefined).mockResolvedValueOnce(undefined);
    else
      process.mockImplementationOnce(() => {
        done = step;
        return Promise.resolve('entry');
      });
  }
}

const wait = async () => await waitForCosts(context, ['entry'], () => undefined);

it('pauses after each check that finds nothing to process, and only then', async () => {
  takeSteps(3, 'busy', 6, 'busy', 'busy', 9);
  await wait();
  expect(vi.mocked(sleep).mock.calls).toEqual([[250], [250], [250]]);
});

it('gives up after five failures without progress in between', async () => {
  const four = Array.from({ length: 4 }, () => 'failure' as const);
  takeSteps(...four, 1, ...four, 9);
  await wait();
  done = 0;
  takeSteps('failure', 1, 'failure', 'busy', 'failure', 1, 'failure', 'failure', 'failure', 9);
  await expect(wait()).rejects.toThrow('connection lost');
  expect(done).toBe(1);
});
