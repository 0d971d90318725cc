import { describe, expect, it } from 'vitest';
import type { Visitor } from '../faults/visitor.ts';
import { compareWindow, type StoredRows } from './compare-window.ts';

const answer = { destination: 'https://page.example/', latencyMs: 1 };
const visitor: Visitor = {
  number: 3,
  visit: { ...answer, visitId: 'visit' },
  click: answer,
  reports: [true, true],
};
const complete = {
  visits: new Map([['v3', 1]]),
  clicks: new Map([['v3', 1]]),
  conversions: new Map([['t3', ['1.00']]]),
  received: new Set(['t3']),
};
const compare = (stored: Partial<StoredRows>, sent: Visitor = visitor) =>
  compareWindow([sent], { ...complete, ...stored });

describe('compareWindow', () => {
  it('finds nothing if everything is stored once', () => {
    expect(compare({})).toEqual({
      missing: [],
      wrong: [],
      counts: { visits: 1, clicks: 1, conversions: 1 },
    });
  });

  it('reports an answered visit, click or conversion, and a postback, that is missing', () => {
    expect(compare({ visits: new Map() }).missing).toEqual(['visit v3']);
    expect(compare({ clicks: new Map() }).missing).toEqual(['click of v3']);
    expect(compare({ conversions: new Map() }).missing).toEqual(['conversion t3']);
    expect(compare({ received: new Set() }).missing).toEqual(['postback t3']);
  });

  it('reports what is stored twice, or with a different revenue', () => {
    expect(compare({ visits: new Map([['v3', 2]]) }).wrong).toEqual(['visit v3 is stored 2 times']);
    expect(compare({ clicks: new Map([['v3', 2]]) }).wrong).toEqual(['click of v3 is stored 2 times']);
    expect(compare({ conversions: new Map([['t3', ['1', '1']]]) }).wrong).toEqual([
      'conversion t3 is stored 2 times',
    ]);
    expect(compare({ conversions: new Map([['t3', ['2']]]) }).wrong).toEqual([
      'conversion t3 has a revenue of 2 instead of 1',
    ]);
  });

  it('accepts that unanswered requests are stored or not', () => {
    const unanswered: Visitor = { number: 3, click: 'unanswered', reports: [false] };
    expect(compare({}, unanswered)).toMatchObject({ missing: [], wrong: [] });
    const none = { visits: new Map(), clicks: new Map(), conversions: new Map() };
    expect(compare(none, unanswered)).toMatchObject({ missing: [], wrong: [] });
  });
});
