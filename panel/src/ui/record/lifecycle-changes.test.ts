import { describe, expect, it } from 'vitest';
import { formatDone, recordsToChange } from './lifecycle-changes.ts';
import { idsIn } from './use-names-in.ts';

describe('recordsToChange', () => {
  const records = ['active', 'paused', 'archived'].map((status) => ({ status }));

  it('returns records to archive that are not archived yet, and records to restore that are archived', () => {
    expect(recordsToChange('archive', records).map(({ status }) => status)).toEqual(['active', 'paused']);
    expect(recordsToChange('restore', records).map(({ status }) => status)).toEqual(['archived']);
  });
});

describe('formatDone', () => {
  const kind = { one: 'campaign', many: 'Campaigns' };
  const records = (...statuses: string[]) => statuses.map((status) => ({ status }));

  it.each([
    ['archive', ['archived'], 'Campaign archived.'],
    ['archive', ['archived', 'archived'], '2 campaigns archived.'],
    ['restore', ['active'], 'Campaign restored.'],
    ['restore', ['paused'], 'Campaign restored (paused).'],
    ['restore', ['paused', 'paused'], '2 campaigns restored (paused).'],
    ['restore', ['active', 'paused', 'paused'], '3 campaigns restored, 2 paused.'],
  ] as const)('formats %s of %j as "%s"', (verb, statuses, text) => {
    expect(formatDone(kind, verb, records(...statuses))).toBe(text);
  });
});

describe('idsIn', () => {
  const id = (last: number) => `0198c5a2-7b1e-7c3d-9e4f-${String(last).padStart(12, '0')}`;

  it('finds each ID once at any depth and inside text, in an order that does not depend on the order of values', () => {
    const values = [{ paths: [{ landingId: id(2) }], note: `was ${id(1)}, then ${id(2)}` }, null, 'text', 7];
    expect(idsIn(values)).toEqual([id(1), id(2)]);
    expect(idsIn(values.toReversed())).toEqual(idsIn(values));
  });

  it('returns at most 200 IDs, and none for values without IDs', () => {
    expect(idsIn(Array.from({ length: 201 }, (_, at) => id(at)))).toHaveLength(200);
    expect(idsIn({ name: 'x', tooShort: id(1).slice(1) })).toEqual([]);
  });
});
