import { describe, expect, it } from 'vitest';
import { compareAnswers } from './compare-answers.ts';
import type { StoredTraffic } from './stored-traffic.ts';
import { externalIdOf, payoutOf, reportIdOf, transactionOf, type Visitor } from './visitor.ts';

const noneLate = { visits: 0, clicks: 0 };

function makeVisitor(number: number, change: Partial<Visitor> = {}): Visitor {
  return {
    number,
    visit: {
      visitId: `id-${number}`,
      destination: `https://page.example/lp?cid=${number}&rev=3`,
      latencyMs: 4,
    },
    click: { destination: `https://offer.example/buy?sub=${number}`, latencyMs: 4 },
    reports: [true, true],
    ...change,
  };
}

function storeVisitors(visitors: readonly Visitor[]): StoredTraffic {
  const rowOf = ({ number, visit }: Visitor, destination: string) => ({
    externalId: externalIdOf(number),
    visitId: visit?.visitId ?? `id-${number}`,
    destination,
  });
  return {
    visits: visitors.map((visitor) => rowOf(visitor, 'https://page.example/lp?cid=&rev=3')),
    clicks: visitors.map((visitor) => rowOf(visitor, 'https://offer.example/buy?sub=')),
    conversions: visitors.map(({ number, visit }) => ({
      transaction: transactionOf(number),
      visitId: visit?.visitId ?? '',
      revenue: payoutOf(number),
    })),
    reports: visitors.flatMap(({ number }) => [
      { id: reportIdOf(number, 0), verdict: 'counted' },
      { id: reportIdOf(number, 1), verdict: 'duplicate' },
    ]),
    attempts: visitors.map(({ number }) => ({
      transaction: transactionOf(number),
      number: 1,
      isSuccess: true,
    })),
    received: visitors.map(({ number }) => transactionOf(number)),
    totals: {
      visits: visitors.length,
      lpclicks: visitors.length,
      conversions: visitors.length,
      revenue: visitors.reduce((sum, { number }) => sum + Number(payoutOf(number)), 0),
    },
  };
}

const visitors = [makeVisitor(1), makeVisitor(2), makeVisitor(3)];

function findProblems(change: (stored: StoredTraffic) => void, sent = visitors): string[] {
  const stored = storeVisitors(visitors);
  change(stored);
  return compareAnswers(sent, stored, noneLate).problems.map(({ what, ids }) => `${what}: ${ids.join()}`);
}

function repeatFirst(rows: unknown[]): void {
  rows.push(structuredClone(rows[0]));
}

it('compareAnswers finds no problem if everything that was answered is stored once', () => {
  expect(compareAnswers(visitors, storeVisitors(visitors), noneLate)).toEqual({
    problems: [],
    lostLate: { visits: [], clicks: [] },
  });
});

it('compareAnswers accepts requests without an answer, whether they are stored or not', () => {
  const unanswered: Visitor = { number: 4, reports: [] };
  const halfway = makeVisitor(5, { click: 'unanswered', reports: [false, false] });
  const sent = [...visitors, unanswered, halfway];
  const stored = storeVisitors([...visitors, halfway]);
  expect(compareAnswers(sent, stored, noneLate).problems).toEqual([]);
  stored.clicks.pop();
  stored.visits.push({ externalId: 'v4', visitId: 'id-4', destination: 'https://page.example/' });
  Object.assign(stored.totals, { visits: 5, lpclicks: 3 });
  expect(compareAnswers(sent, stored, noneLate).problems).toEqual([]);
});

describe('compareAnswers reports', () => {
  it.each<[problem: string, change: (stored: StoredTraffic) => void]>([
    ['visit lost: v1 (answered after 4 ms)', ({ visits }) => visits.shift()],
    ['visit stored more than once: v1', ({ visits }) => repeatFirst(visits)],
    [
      'visit invented: v9',
      ({ visits }) => visits.push({ externalId: 'v9', visitId: 'id-9', destination: '' }),
    ],
    [
      'visit invented: none',
      ({ visits }) => visits.push({ externalId: null, visitId: 'x', destination: '' }),
    ],
    ['visit changed: v1', ({ visits }) => Object.assign(visits[0] ?? {}, { visitId: 'id-2' })],
    [
      'visit changed: v1',
      ({ visits }) => Object.assign(visits[0] ?? {}, { destination: 'https://page.example/lp?cid=&rev=4' }),
    ],
    ['click lost: v1 (answered after 4 ms)', ({ clicks }) => clicks.shift()],
    ['click stored more than once: v1', ({ clicks }) => repeatFirst(clicks)],
    [
      'click invented: v9',
      ({ clicks }) => clicks.push({ externalId: 'v9', visitId: 'id-9', destination: '' }),
    ],
    ['click changed: v1', ({ clicks }) => Object.assign(clicks[0] ?? {}, { visitId: 'id-2' })],
    [
      'click without the attributes of its visit: v1',
      ({ clicks }) => Object.assign(clicks[0] ?? {}, { externalId: null }),
    ],
    ['incoming postback lost: r1-0', ({ reports }) => reports.shift()],
    ['incoming postback stored more than once: r1-0', ({ reports }) => repeatFirst(reports)],
    ['incoming postback invented: r9-0', ({ reports }) => reports.push({ id: 'r9-0', verdict: 'duplicate' })],
    [
      'unexpected verdict: t1 (waiting, duplicate)',
      ({ reports }) => Object.assign(reports[0] ?? {}, { verdict: 'waiting' }),
    ],
    ['conversion lost: t1', ({ conversions }) => conversions.shift()],
    ['conversion stored more than once: t1', ({ conversions }) => repeatFirst(conversions)],
    [
      'conversion invented: t9',
      ({ conversions }) => conversions.push({ transaction: 't9', visitId: 'id-9', revenue: '1' }),
    ],
    ['conversion changed: t1', ({ conversions }) => Object.assign(conversions[0] ?? {}, { revenue: '7' })],
    ['postback never received: t1', ({ received }) => received.shift()],
    ['postback recorded as delivered but never received: t1', ({ received }) => received.shift()],
    ['postback invented: t9', ({ received }) => received.push('t9')],
    ['postback without a recorded success: t1', ({ attempts }) => attempts.shift()],
    ['attempt recorded more than once: t1 attempt 1,t1', ({ attempts }) => repeatFirst(attempts)],
    [
      'different total: visits: 4 in the report, 3 in the rows',
      ({ totals }) => Object.assign(totals, { visits: 4 }),
    ],
  ])('%s', (problem, change) => {
    expect(findProblems(change)).toContain(problem);
  });
});

describe('a missing visit that was answered late', () => {
  const slow = makeVisitor(1, {
    visit: { visitId: 'id-1', destination: 'https://page.example/lp?cid=1&rev=3', latencyMs: 30 },
  });
  const sent = [slow, ...visitors.slice(1)];
  const stored = storeVisitors(visitors);
  stored.visits.shift();
  stored.conversions.shift();
  stored.attempts.shift();
  stored.received.shift();
  Object.assign(stored.totals, { visits: 2, conversions: 2, revenue: 1.75 });
  for (const report of stored.reports.slice(0, 2)) report.verdict = 'waiting';

  it('is counted separately if an edge reported the loss', () => {
    expect(compareAnswers(sent, stored, { visits: 1, clicks: 0 })).toEqual({
      problems: [],
      lostLate: { visits: ['v1'], clicks: [] },
    });
  });

  it('is a problem if no edge reported a loss', () => {
    const { problems, lostLate } = compareAnswers(sent, stored, noneLate);
    expect(problems.map(({ what }) => what)).toEqual(['visit lost', 'unexpected verdict']);
    expect(lostLate.visits).toEqual([]);
  });

  it('is a problem if the answer was too fast to be late, even if an edge reported a loss', () => {
    const { problems } = compareAnswers(visitors, stored, { visits: 5, clicks: 5 });
    expect(problems.map(({ what }) => what)).toContain('visit lost');
  });
});
