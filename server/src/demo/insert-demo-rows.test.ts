import { describe, expect, it } from 'vitest';
import { MemoryTarget } from '../testing/spool/memory-target.ts';
import { insertDemoRows } from './insert-demo-rows.ts';

const rows = ['2026-10-31T23:00:00Z', '2026-11-01T00:00:00Z'].map((time, at) => ({
  timeMs: Date.parse(time),
  row: `row-${at}`,
}));
const patience = { givenUpAfterMs: 60_000, pauseMs: 0 };

describe('rows of the demo', () => {
  it('all go in once, however often an engine is too slow to say so', async () => {
    const target = new MemoryTarget();
    target.faults.push('lost-on-the-way', 'lost-on-the-way', 'stored-but-no-answer', 'stored-and-forgotten');
    await insertDemoRows(target, 'x', rows, patience);
    expect(target.rows()).toEqual(['row-0', 'row-1']);
  });

  it('are given up where nothing goes in for long, and at once where they are refused', async () => {
    const target = new MemoryTarget();
    target.faults.push(...Array.from({ length: 100 }, () => 'lost-on-the-way' as const));
    const impatience = { givenUpAfterMs: 1, pauseMs: 1 };
    await expect(insertDemoRows(target, 'x', rows, impatience)).rejects.toThrow(
      /nothing went in .*: .*reset/,
    );
    target.faults.length = 0;
    target.refusedText = 'row-1';
    await expect(insertDemoRows(target, 'x', rows, patience)).rejects.toThrow('not taken: a line is refused');
  });
});
