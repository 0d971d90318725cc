import { describe, expect, it } from 'vitest';
import { describeDryRun } from './describe-dry-run.ts';

const result: Parameters<typeof describeDryRun>[0] = {
  changed: { visits: 0, share: 0, error: 0 },
  fromSaved: null,
  bySaved: null,
  judged: 1_000,
  looked: 1_000,
  recorded: 1_000,
  capped: 0,
  unrecorded: [],
  otherRule: 0,
  otherLanding: 0,
  otherOffer: 0,
} as unknown as Parameters<typeof describeDryRun>[0];
const part = (visits: number, share: number, error = 0) => ({ visits, share, error });

describe('describeDryRun', () => {
  it('returns a title and the number of visits if nothing changes', () => {
    expect(describeDryRun(result)).toEqual([
      '0 (0%) of 1,000 visits would take a different path',
      'All 1,000 visits in the time range.',
    ]);
  });

  it('shows the margin of error of a sample', () => {
    const [title, sample] = describeDryRun({
      ...result,
      changed: part(2_500, 25, 0.849),
      judged: 10_000,
      looked: 10_000,
      recorded: 1_234_567,
    });
    expect(title).toMatch(/^2,500 \(25.*% ± 0\.85\) of 10,000 visits/);
    expect(sample).toBe(
      'Sample of 10,000 from 1,234,567 visits. Margins of error are at the 95% confidence level.',
    );
  });

  it('lists changed rules and offers on the same path, and leaves out zeros', () => {
    expect(describeDryRun({ ...result, otherRule: 3, otherOffer: 2_000 })).toContain(
      'On the same path: 3 with a different rule, 2,000 with a different offer.',
    );
  });

  it.each([
    ['the same', 0, /^With the saved rules, all of these visits would take the same paths/],
    ['different', 5, /^5 \(.*\) would take a different path than with the saved rules\.$/],
  ])('describes the comparison with saved rules that lead to %s paths', (_, visits, text) => {
    const lines = describeDryRun({ ...result, fromSaved: part(visits, visits / 10) });
    expect(lines).toContainEqual(expect.stringMatching(text));
  });

  it('mentions saved rules that changed after the visits only if they lead to a different path', () => {
    const linesOf = (visits: number) => describeDryRun({ ...result, bySaved: part(visits, 1) }).length;
    expect([linesOf(0), linesOf(1)]).toEqual([2, 3]);
  });

  it('explains which visits were not evaluated', () => {
    const lines = describeDryRun({
      ...result,
      capped: 250,
      unrecorded: [
        { field: 'isFirst', visits: 7 },
        { field: 'param.x', visits: 1_200 },
      ],
    });
    expect(lines[2]).toMatch(/^250 of 1,000 visits \(25.*%\) were not evaluated because a cap/);
    expect(lines[3]).toMatch(/^7 of 1,000 visits .* uses isFirst/);
    expect(lines[4]).toMatch(/^1,200 of 1,000 visits .* uses param\.x/);
  });
});
