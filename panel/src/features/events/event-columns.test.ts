import { describe, expect, it } from 'vitest';
import type { BriefEvent } from '../../lib/api/api.ts';
import { eventColumns, mergeEvents } from './event-columns.tsx';

const base = {
  id: 'e1',
  time: '2026-11-16T10:00:05.120+01:00',
  visitId: 'v1',
  clickId: 'c1',
  campaignId: 'k1',
  country: 'DE',
  deviceType: 'mobile',
  os: null,
  browser: 'Safari',
  cost: 0,
  revenue: 0,
  labels: { campaign: 'Spring', trafficSource: null, landing: null, offer: null },
};
const offer = { ...base.labels, offer: 'Vouchers' };
const event = (change: object) => ({ ...base, ...change }) as unknown as BriefEvent;
const columns = new Map(eventColumns('EUR', 'Europe/Berlin').map((column) => [column.id, column]));
const show = (id: string, change: object) => {
  const row = { id: 'x', event: event(change) };
  const column = columns.get(id);
  return column?.cell?.(row) ?? column?.value(row);
};

describe('event details', () => {
  it.each([
    ['a plain visit', { type: 'visit', bot: false, prefetch: false, outcome: null }, ''],
    [
      'a bot visit',
      { type: 'visit', bot: true, prefetch: true, outcome: 'offer', labels: offer },
      'bot, prefetch, offer, Vouchers',
    ],
    [
      'a visit with a landing page, which is shown instead of the offer',
      {
        type: 'visit',
        bot: false,
        prefetch: false,
        outcome: 'landing',
        labels: { ...offer, landing: 'Quiz' },
      },
      'landing, Quiz',
    ],
    ['a click to a deleted offer', { type: 'lpclick' }, 'to offer'],
    ['a click', { type: 'lpclick', labels: offer }, 'to Vouchers'],
    [
      'a conversion',
      { type: 'event', label: 'sale', status: 'approved', transactionId: 't-1' },
      'sale, approved, t-1',
    ],
    ['an unnamed event', { type: 'event', label: null, status: null, transactionId: null }, 'event'],
    ['a sent postback', { type: 'postback', status: 200, error: null, attempt: 1 }, 'HTTP 200, attempt 1'],
    [
      'a failed postback',
      { type: 'postback', status: null, error: 'dns', attempt: 3 },
      'failed (dns), attempt 3',
    ],
    [
      'a postback that failed for no known reason',
      { type: 'postback', status: null, error: null, attempt: 2 },
      'failed (unknown error), attempt 2',
    ],
  ])('describe %s', (_, change, text) => {
    expect(show('what', change)).toBe(text);
  });
});

describe('event columns', () => {
  it('distinguish conversions from custom events', () => {
    expect(show('type', { type: 'event', isConversion: true })).toBe('Conversion');
    expect(show('type', { type: 'event', isConversion: false })).toBe('Custom event');
    expect(show('type', { type: 'lpclick' })).toBe('LP click');
  });

  it('show the time in the time zone of the workspace', () => {
    expect(show('time', {})).toBe('16 Nov 2026, 10:00:05');
  });

  it('leave out an unknown country and unknown parts of the device', () => {
    expect(show('device', {})).toBe('mobile, Safari');
    expect(show('device', { deviceType: null, browser: null })).toBe('');
    expect([show('country', {}), show('country', { country: null })]).toEqual(['Germany', null]);
  });

  it('show a dash for an amount of 0, but sort it as 0', () => {
    expect(show('cost', { cost: 0 })).toBe('–');
    expect(show('revenue', { revenue: 2.5 })).toMatch(/2\.50/);
    expect(columns.get('cost')?.value({ id: 'x', event: event({ cost: 0 }) })).toBe(0);
  });
});

describe('mergeEvents', () => {
  const at = (id: string, time: string, label = '') => event({ id, time, label });

  it('lists live events first, and each event once', () => {
    const rows = mergeEvents([at('b', '2'), at('a', '1', 'live')], [at('a', '1', 'listed'), at('z', '0')]);
    expect(rows.map(({ event: { id } }) => id)).toEqual(['b', 'a', 'z']);
    expect(rows[1]?.event).toMatchObject({ label: 'live' });
  });

  it('keeps several changes to one conversion, with different row IDs', () => {
    const rows = mergeEvents([], [at('a', '2'), at('a', '1')]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  });
});
