import { randomUUID } from 'node:crypto';
import {
  visitAttributeNames,
  visitAttributes,
  type AttributeKind,
} from '@waypost/contract/visits/visit-attributes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRecordedVisit } from '../../testing/traffic/build-recorded-visit.ts';
import { columnOf } from './attribute-columns.ts';
import { noId } from './cells.ts';
import { eventColumns } from './columns.ts';
import type { RecordedVisit } from './recorded-visit.ts';
import { expiryDay, timeCell } from './time-cells.ts';
import { buildEventRow, readAddressCell, readVisitCells, visitCells } from './visit-cells.ts';

const read = (row: string) => {
  const cells = row.split('\t');
  return Object.fromEntries(eventColumns.map((name, at) => [name, cells[at]]));
};

describe('buildEventRow', () => {
  const named = visitAttributeNames.filter((name) =>
    (['id', 'text', 'address'] as AttributeKind[]).includes(visitAttributes[name].kind),
  );
  const visit = buildRecordedVisit({
    ...Object.fromEntries(named.map((name) => [name, `visit ${name}`])),
    configVersion: 7,
    asn: 64_500,
    tags: ['a', "it's"],
    timeMs: 1_700_000_000_007,
    cost: '5',
  });

  it('has every column, with the dimensions of the visit but not its counts', () => {
    const row = buildEventRow(visit, { type: 'event', time: '5', offer_id: 'own', label: 'L' });
    expect(row.split('\t')).toHaveLength(eventColumns.length);
    expect(read(row)).toEqual({
      ...Object.fromEntries(eventColumns.map((name) => [name, ''])),
      ...Object.fromEntries(named.map((name) => [columnOf(name), `visit ${name}`])),
      type: 'event',
      time: '5',
      workspace_id: visit.workspaceId,
      campaign_id: visit.campaignId,
      visit_id: visit.visitId,
      visit_time: '1700000000.007',
      config_version: '7',
      asn: '64500',
      tags: String.raw`['a','it\'s']`,
      offer_id: 'own',
      label: 'L',
    });
  });

  it('returns only empty cells if nothing is known about the visit', () => {
    const unknown = buildRecordedVisit({ timeMs: 0 });
    const own = { workspace_id: '', campaign_id: '', visit_id: '', visit_time: '' };
    expect(buildEventRow(unknown, own)).toBe('\t'.repeat(eventColumns.length - 1));
  });
});

describe('readVisitCells', () => {
  const text = fc.option(
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => !one.includes('\0')),
      fc.constantFrom('\t', '\\N', '\\', "'", "['a']", '0', noId),
    ),
  );
  const valuesOf: Record<AttributeKind, fc.Arbitrary<unknown>> = {
    id: fc.option(fc.uuid({ version: 7 })),
    text,
    number: fc.option(fc.integer({ min: 1, max: 2 ** 32 - 1 })),
    address: fc.option(fc.oneof(fc.ipV4(), fc.constantFrom('2001:db8::1', '::1', 'fe80::'))),
    list: fc.array(text.map((one) => one ?? '')),
  };
  const visits = fc.record({
    ...Object.fromEntries(visitAttributeNames.map((name) => [name, valuesOf[visitAttributes[name].kind]])),
    timeMs: fc.nat(Date.UTC(2100, 0)),
  }) as fc.Arbitrary<Partial<RecordedVisit>>;

  it('restores a visit, with its cost only if the row contains one', () => {
    fc.assert(
      fc.property(visits, (values) => {
        fc.pre(values.ip !== '0.0.0.0');
        const visit = buildRecordedVisit({ ...values, cost: '7' });
        expect(readVisitCells(visitCells(visit))).toEqual({ ...visit, cost: '0' });
        expect(readVisitCells({ ...visitCells(visit), cost: '7' })).toEqual(visit);
      }),
    );
  });

  it('supports ClickHouse’s default values', () => {
    const known = {
      workspaceId: randomUUID(),
      campaignId: randomUUID(),
      visitId: randomUUID(),
      country: 'DE',
      tags: ['a', 'b'],
    };
    const cells = {
      ...Object.fromEntries(
        visitAttributeNames
          .filter((name) => visitAttributes[name].kind === 'id')
          .map((name) => [columnOf(name), noId]),
      ),
      workspace_id: known.workspaceId,
      campaign_id: known.campaignId,
      visit_id: known.visitId,
      visit_time: '2026-11-16 09:00:00.007',
      cost: '0.050000000000',
      config_version: '0',
      asn: '0',
      ip: '::',
      country: 'DE',
      tags: "['a','b']",
    };
    const timeMs = Date.UTC(2026, 10, 16, 9, 0, 0, 7);
    expect(readVisitCells(cells)).toEqual(buildRecordedVisit({ ...known, timeMs, cost: '0.050000000000' }));
  });

  it('returns an empty visit if there are no cells', () => {
    const empty = { workspaceId: noId, campaignId: noId, visitId: noId, timeMs: 0 };
    expect(readVisitCells({})).toEqual(buildRecordedVisit(empty));
  });
});

describe('an address cell', () => {
  it.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:1', '::ffff:1'],
    ['::', null],
    ['0.0.0.0', null],
    ['::ffff:0.0.0.0', null],
    ['', null],
  ])('with the text %j is read as %j', (text, address) => {
    expect(readAddressCell(text)).toBe(address);
  });
});

describe('time cells', () => {
  it.each([
    [0, '0.000'],
    [1_700_000_000_007, '1700000000.007'],
    [1_700_000_000_120, '1700000000.120'],
  ])('for %d ms are written as %s', (timeMs, expected) => {
    expect(timeCell(timeMs)).toBe(expected);
  });

  it('have an expiry day the given number of days later', () => {
    expect(expiryDay(Date.UTC(2026, 1, 27, 23, 59), 2)).toBe('2026-03-01');
  });
});
