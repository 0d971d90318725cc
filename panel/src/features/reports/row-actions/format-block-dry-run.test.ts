import { expect, it } from 'vitest';
import { formatBlockDryRun } from './format-block-dry-run.ts';

const share = (visits: number) => ({ visits, share: 0, margin: 0 });

function format(result: object | null, state: 'done' | 'failed' = 'done'): string {
  return formatBlockDryRun({ state, failure: null, result } as Parameters<typeof formatBlockDryRun>[0]);
}

it.each([
  [
    { recorded: 2_000, looked: 2_000, judged: 2_000, changed: share(900), fromSaved: share(150) },
    'Dry run: 150 of 2,000 visits of the rotator (7.5%) would have taken a different path.',
  ],
  [
    { recorded: 90_000, looked: 50_000, judged: 40_000, changed: share(4_000), fromSaved: null },
    'Dry run: 4,000 of 40,000 visits of the rotator in a sample (10.0%) would have taken a different path.',
  ],
  [
    { recorded: 0, looked: 0, judged: 0, changed: share(0), fromSaved: null },
    'Dry run: no visits of the rotator in the last 7 days can be evaluated.',
  ],
  [null, 'Dry run failed: no result'],
])('formats %o', (result, text) => {
  expect(format(result)).toBe(text);
});

it('says that the dry run is not finished', () => {
  expect(formatBlockDryRun(undefined)).toBe('Dry run: checking recent visits…');
});
