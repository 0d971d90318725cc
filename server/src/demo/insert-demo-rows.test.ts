import { describe, expect, it } from 'vitest';
import { MemoryTarget } from '../testing/spool/memory-target.ts';
import { insertDemoRows } from './insert-demo-rows.ts';

const rows = ['2026-10-31T23:00:00Z', '2026-11-01T00:00:00Z'].map((time, index) => ({
  timeMs: Date.parse(time),
  row: `row-${index}`,
}));
const limits = { timeoutMs: 60_000, pauseMs: 0 };

describe('insertDemoRows', () => {
  it('inserts every row exactly once despite lost requests and responses', async () => {
    const target = new MemoryTarget();
    target.faults.push('lost-on-the-way', 'lost-on-the-way', 'stored-but-no-answer', 'stored-and-forgotten');
    await insertDemoRows(target, 'x', rows, limits);
    expect(target.rows()).toEqual(['row-0', 'row-1']);
  });

  it('fails after the timeout, and immediately if rows are rejected', async () => {
    const target = new MemoryTarget();
    target.faults.push(...Array.from({ length: 100 }, () => 'lost-on-the-way' as const));
    const shortLimits = { timeoutMs: 1, pauseMs: 1 };
    await expect(insertDemoRows(target, 'x', rows, shortLimits)).rejects.toThrow(
      /timed out after .*: .*reset/,
    );
    target.faults.length = 0;
    target.refusedText = 'row-1';
    await expect(insertDemoRows(target, 'x', rows, limits)).rejects.toThrow(
      'failed to insert demo rows: a line is refused',
    );
  });
});
