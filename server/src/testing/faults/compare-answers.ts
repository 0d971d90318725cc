import { compareConversions } from './compare-conversions.ts';
import { group, type Problem } from './problem.ts';
import type { StoredTraffic } from './stored-traffic.ts';
import { externalIdOf, withoutClickId, type Answer, type Visitor } from './visitor.ts';

// Rows that the edges themselves reported as possibly lost, because they answered before the rows were on disk.
export type LateRows = { visits: number; clicks: number };

export type Comparison = {
  problems: Problem[];
  // Answered visits and clicks that are missing, as the edges reported.
  lostLate: { visits: string[]; clicks: string[] };
};

// A row is late after at least a tenth of WAYPOST_SPOOL_WAIT_MS. Timers can be a few milliseconds early.
const lateAfterMs = 20;

type Row = { externalId: string | null; visitId: string | null; destination: string };
type Sent = { number: number; visitId: string | undefined; answer: Answer | undefined };

// Compares what was answered with what is stored: nothing may be lost, stored twice, invented or changed.
export function compareAnswers(
  visitors: readonly Visitor[],
  stored: StoredTraffic,
  late: LateRows,
): Comparison {
  const visits = compareRows('visit', visitors.map(sentVisit), { rows: stored.visits, lateMax: late.visits });
  const lost = new Set(visits.lostLate);
  const clicks = compareRows(
    'click',
    visitors.flatMap((visitor) => sentClick(visitor)),
    { rows: stored.clicks.map((row) => nameRow(row, visitors)), lateMax: late.clicks },
  );
  const storedVisits = new Set(stored.visits.map(({ externalId }) => externalId));
  const incomplete = stored.clicks
    .filter(({ externalId }) => externalId === null)
    .map((row) => nameRow(row, visitors).externalId)
    .filter((id) => storedVisits.has(id));
  return {
    problems: [
      ...visits.problems,
      ...clicks.problems,
      ...group('click without the attributes of its visit', incomplete),
      ...compareConversions(visitors, stored, lost),
      ...compareTotals(stored),
    ],
    lostLate: { visits: visits.lostLate, clicks: clicks.lostLate },
  };
}

function sentVisit({ number, visit }: Visitor): Sent {
  return { number, visitId: visit?.visitId, answer: visit };
}

function sentClick({ number, visit, click }: Visitor): Sent[] {
  if (click === undefined) return [];
  return [{ number, visitId: visit?.visitId, answer: click === 'unanswered' ? undefined : click }];
}

// A click that was stored before its visit has no external ID until it is completed.
function nameRow(row: Row, visitors: readonly Visitor[]): Row {
  if (row.externalId !== null) return row;
  const visitor = visitors.find(({ visit }) => visit?.visitId === row.visitId);
  return visitor === undefined ? row : { ...row, externalId: externalIdOf(visitor.number) };
}

function compareRows(
  what: string,
  sent: readonly Sent[],
  { rows, lateMax }: { rows: readonly Row[]; lateMax: number },
): { problems: Problem[]; lostLate: string[] } {
  const byId = Map.groupBy(rows, ({ externalId }) => externalId ?? 'none');
  const known = new Map(sent.map((one) => [externalIdOf(one.number), one]));
  const missing = [...known].filter(([id, { answer }]) => answer !== undefined && !byId.has(id));
  const slow = missing.filter(([, { answer }]) => (answer?.latencyMs ?? 0) >= lateAfterMs);
  const isReported = slow.length <= lateMax;
  const lost = isReported ? missing.filter((one) => !slow.includes(one)) : missing;
  const found = [...byId].map(([id, [row]]) => ({ id, row, sent: known.get(id) }));
  return {
    problems: [
      ...group(`${what} lost`, lost.map(describeMissing)),
      ...group(
        `${what} stored more than once`,
        [...byId].filter(([, same]) => same.length > 1).map(([id]) => id),
      ),
      ...group(
        `${what} invented`,
        found.filter((one) => one.sent === undefined).map(({ id }) => id),
      ),
      ...group(
        `${what} changed`,
        found.filter((one) => isChanged(one.sent, one.row)).map(({ id }) => id),
      ),
    ],
    lostLate: isReported ? slow.map(([id]) => id) : [],
  };
}

function describeMissing([id, { answer }]: [string, Sent]): string {
  return `${id} (answered after ${Math.round(answer?.latencyMs ?? 0)} ms)`;
}

function isChanged(sent: Sent | undefined, row: Row | undefined): boolean {
  if (sent === undefined || row === undefined) return false;
  const { visitId, answer } = sent;
  const isOtherVisit = visitId !== undefined && row.visitId !== visitId;
  const isElsewhere =
    answer !== undefined && withoutClickId(row.destination) !== withoutClickId(answer.destination);
  return isOtherVisit || isElsewhere;
}

function compareTotals({ visits, clicks, conversions, totals }: StoredTraffic): Problem[] {
  const counted = {
    visits: visits.length,
    lpclicks: clicks.length,
    conversions: conversions.length,
    revenue: conversions.reduce((sum, { revenue }) => sum + Number(revenue), 0),
  };
  const different = (Object.keys(counted) as (keyof typeof counted)[])
    .filter((name) => counted[name] !== totals[name])
    .map((name) => `${name}: ${totals[name]} in the report, ${counted[name]} in the rows`);
  return group('different total', different);
}
