import { expect, it } from 'vitest';
import { describeSteps } from './describe-steps.ts';

it('describes rows, share, and the rate and remaining time of this run', () => {
  const shown: string[] = [];
  let nowMs = 5_000;
  const { onStep, onPhase } = describeSteps(
    (step, detail) => shown.push(`${step}: ${detail}`),
    () => nowMs,
  );
  const earlier = { rows: 1_000, share: 0.1 };
  nowMs += 60_000;
  onStep({ rows: 7_000, share: 0.4, earlier });
  nowMs += 60_000;
  onStep({ rows: 10_000, share: 1, earlier });
  onPhase('finishing');
  onPhase('comparing');
  expect(shown).toEqual([
    'Copy: 7000 rows (40%), 100 rows/s, 2 min remaining',
    'Copy: 10000 rows (100%), 75 rows/s',
    'Finish: edges keep new rows in their spool',
    'Compare: sums per day',
  ]);
});
