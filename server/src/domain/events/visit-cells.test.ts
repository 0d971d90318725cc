import { describe, expect, it } from 'vitest';
import { expiryDay, timeCell } from './time-cells.ts';
import { eventColumns, trafficColumns } from './columns.ts';
import { buildEventRow } from './visit-cells.ts';

const visit = Object.fromEntries(trafficColumns.map((name) => [name, `visit ${name}`]));
const read = (row: string) => {
  const cells = row.split('\t');
  return Object.fromEntries(eventColumns.map((name, at) => [name, cells[at]]));
};

describe('a row that belongs to a visit', () => {
  it('has every column, and from the visit what says who came, not what that counted', () => {
    const row = buildEventRow(visit, { type: 'event', time: '5', offer_id: 'own', label: 'L' });
    expect(row.split('\t')).toHaveLength(eventColumns.length);
    expect(read(row)).toMatchObject({
      type: 'event',
      time: '5',
      id: '',
      expires: '',
      workspace_id: 'visit workspace_id',
      visit_id: 'visit visit_id',
      visit_time: 'visit visit_time',
      country: 'visit country',
      token15: 'visit token15',
      tags: 'visit tags',
      ip: 'visit ip',
      offer_id: 'own',
      label: 'L',
      outcome: '',
      destination_url: '',
      reasons: '',
      is_bot: '',
      visits: '',
      cost: '',
      revenue: '',
    });
  });

  it('is a row also where nothing is known', () => {
    expect(buildEventRow({}, {})).toBe('\t'.repeat(eventColumns.length - 1));
  });
});

describe('times as cells', () => {
  it.each([
    [0, '0.000'],
    [1_700_000_000_007, '1700000000.007'],
    [1_700_000_000_120, '1700000000.120'],
  ])('%d is %s', (timeMs, expected) => {
    expect(timeCell(timeMs)).toBe(expected);
  });

  it('the day of an end is so many days after that of the moment', () => {
    expect(expiryDay(Date.UTC(2026, 1, 27, 23, 59), 2)).toBe('2026-03-01');
  });
});
