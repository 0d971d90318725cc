import { describe, expect, it } from 'vitest';
import {
  awaitedTest,
  findTestVisit,
  isHandled,
  isPostbackPending,
  lastAttempt,
  testPayout,
} from './test-state.ts';

const handled = { handledAt: '2026-11-01T10:00:00.000Z' };
const unhandled = { handledAt: null };

describe('findTestVisit', () => {
  const events = [
    { clickId: 'c1', externalId: 'other', tags: ['waypost-test'] },
    { clickId: 'c2', externalId: 'waypost-test-1', tags: [] },
    { clickId: 'c3', externalId: null, tags: ['waypost-test', 'waypost-test-2'] },
  ];

  it.each([
    ['its click ID', 'waypost-test-1', 'c2'],
    ['its tag', 'waypost-test-2', 'c3'],
  ])('finds a visit by %s', (_, testId, clickId) => {
    expect(findTestVisit(events, testId)).toBe(clickId);
  });

  it('returns null if only other tests are recorded', () => {
    expect(findTestVisit(events, 'waypost-test-3')).toBeNull();
  });
});

describe('testPayout', () => {
  it('reports a payout unless the offer has a fixed payout', () => {
    expect(testPayout({ payout: { mode: 'auto' } } as never)).toBe('1');
    expect(testPayout({ payout: { mode: 'fixed', amount: 5 } } as never)).toBeNull();
  });

  it('reports a payout for a visit without an offer', () => {
    expect(testPayout(undefined)).toBe('1');
  });
});

it.each([
  [false, 'that is not received', undefined],
  [false, 'that is not found', null],
  [false, 'that is received', unhandled],
  [true, 'that is processed', handled],
])('isHandled is %s for a request %s', (expected, _, entry) => {
  expect(isHandled(entry)).toBe(expected);
});

describe('isPostbackPending', () => {
  const entryWith = (...postbackIds: string[]) => ({ changes: [{ postbackIds }] });
  const sent = (id: string, attempts: number) => ({
    postback: { id },
    attempts: Array.from({ length: attempts }, () => ({})),
  });

  it('is false without a conversion, or if the conversion triggers no postback', () => {
    expect(isPostbackPending(undefined, [])).toBe(false);
    expect(isPostbackPending(entryWith(), [])).toBe(false);
  });

  it('is true until the postback has been attempted', () => {
    expect(isPostbackPending(entryWith('p1'), undefined)).toBe(true);
    expect(isPostbackPending(entryWith('p1'), [sent('p1', 0)])).toBe(true);
    expect(isPostbackPending(entryWith('p1'), [sent('p1', 1)])).toBe(false);
  });

  it('is true for a second conversion, even if the postback for the first has been attempted', () => {
    expect(isPostbackPending(entryWith('p2'), [sent('p1', 1)])).toBe(true);
    expect(isPostbackPending(entryWith('p2'), [sent('p1', 1), sent('p2', 1)])).toBe(false);
  });

  it('is true until a postback has been attempted for each change', () => {
    const entry = { changes: [{ postbackIds: ['p1'] }, { postbackIds: ['p2'] }] };
    expect(isPostbackPending(entry, [sent('p1', 1), sent('p2', 0)])).toBe(true);
    expect(isPostbackPending(entry, [sent('p1', 1), sent('p2', 2)])).toBe(false);
  });
});

describe('lastAttempt', () => {
  const postbacks = [
    { postback: null, attempts: ['expired'] },
    { postback: { id: 'p1' }, attempts: ['first', 'second'] },
    { postback: { id: 'p2' }, attempts: [] },
  ];

  it('returns the latest attempt of the postback', () => {
    expect(lastAttempt({ postbackIds: ['p1'] }, postbacks)).toBe('second');
  });

  it.each([
    ['is not attempted', ['p2']],
    ['is unknown', ['p3']],
    ['does not exist', []],
  ])('returns undefined for a postback that %s', (_, postbackIds) => {
    expect(lastAttempt({ postbackIds }, postbacks)).toBeUndefined();
  });
});

describe('awaitedTest', () => {
  const none = { sentId: undefined, timeline: undefined, transactionId: undefined, entry: undefined };
  const visited = { ...none, sentId: 'v1', timeline: { visit: {} as never } };

  it.each([
    [undefined, 'before a test', none],
    ['v1', 'after a visit that is not recorded', { ...none, sentId: 'v1' }],
    ['v1', 'after a visit that is not stored', { ...none, sentId: 'v1', timeline: { visit: null } }],
    [undefined, 'after a recorded visit', visited],
    ['t1', 'after a conversion that is not received', { ...visited, transactionId: 't1' }],
    ['t1', 'after a conversion that is received', { ...visited, transactionId: 't1', entry: unhandled }],
    [undefined, 'after a processed conversion', { ...visited, transactionId: 't1', entry: handled }],
  ])('is %s %s', (expected, _, tests) => {
    expect(awaitedTest(tests)).toBe(expected);
  });

  it('differs for a second visit, so that the second visit gets its own time limit', () => {
    const [first, second] = ['v1', 'v2'].map((sentId) => awaitedTest({ ...none, sentId }));
    expect(first).not.toBe(second);
  });
});
