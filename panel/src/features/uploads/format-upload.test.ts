import { describe, expect, it } from 'vitest';
import type { Upload } from '../../lib/api/api.ts';
import { formatLineVerdict, formatUpload } from './format-upload.ts';

const upload = (change: Partial<Upload>, [lines, taken, refused]: [number, number, number] = [0, 0, 0]) =>
  ({
    kind: 'costs',
    state: 'done',
    dryRun: false,
    progress: { lines, taken, refused, bytes: 0 },
    ...change,
  }) as Upload;

describe('formatUpload', () => {
  it.each<[Partial<Upload>, [number, number, number], string]>([
    [{ state: 'waiting' }, [0, 0, 0], 'Costs: waiting for the file.'],
    [{ state: 'reading' }, [10, 7, 3], 'Costs: in progress, 7 of 10 lines imported, 3 skipped.'],
    [{ state: 'failed' }, [2, 1, 1], 'Costs: stopped early, 1 of 2 lines imported, 1 skipped.'],
    [{}, [1, 1, 0], 'Costs: 1 of 1 line imported, 0 skipped.'],
    [{}, [0, 0, 0], 'Costs: 0 of 0 lines imported, 0 skipped.'],
    [
      { kind: 'conversions', dryRun: true },
      [1_250_000, 1_249_999, 1],
      'Conversions: preview, 1,249,999 of 1,250,000 lines would be imported, 1 skipped.',
    ],
    [
      { dryRun: true, state: 'reading' },
      [2, 2, 0],
      'Costs: in progress, 2 of 2 lines would be imported, 0 skipped.',
    ],
  ])('formats %j with the line counts %j as "%s"', (change, lines, text) => {
    expect(formatUpload(upload(change, lines))).toBe(text);
  });
});

describe('formatLineVerdict', () => {
  it('uses the texts for the kind of upload, and returns an unknown verdict unchanged', () => {
    expect(formatLineVerdict('costs', 'open-period')).toBe('Day still in progress');
    expect(formatLineVerdict('costs', 'overlap')).toBe('Overlapping entry');
    expect(formatLineVerdict('conversions', 'counted')).not.toBe('counted');
    expect(formatLineVerdict('conversions', 'open-period')).toBe('open-period');
    expect(formatLineVerdict('costs', 'later')).toBe('later');
  });
});
