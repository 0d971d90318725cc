import { group, type Problem } from './problem.ts';
import type { StoredTraffic } from './stored-traffic.ts';
import { externalIdOf, payoutOf, reportIdOf, transactionOf, type Visitor } from './visitor.ts';

// Compares incoming postbacks, conversions and postbacks. `lost` contains visits that are known to be missing.
export function compareConversions(
  visitors: readonly Visitor[],
  stored: StoredTraffic,
  lost: ReadonlySet<string>,
): Problem[] {
  const reporting = visitors.filter(({ reports }) => reports.length > 0);
  const counted = new Set(
    stored.reports.filter(({ verdict }) => verdict === 'counted').map(({ id }) => transactionOfReport(id)),
  );
  return [
    ...compareReports(reporting, stored),
    ...compareVerdicts(reporting, stored, lost),
    ...compareStoredConversions(reporting, stored, counted),
    ...comparePostbacks(stored),
  ];
}

function transactionOfReport(id: string): string {
  return id.replace(/^r(\d+)-.*$/, 't$1');
}

function compareReports(visitors: readonly Visitor[], { reports }: StoredTraffic): Problem[] {
  const counts = countEach(reports.map(({ id }) => id));
  const sent = new Set(
    visitors.flatMap(({ number, reports: answers }) => answers.map((_, index) => reportIdOf(number, index))),
  );
  const answered = visitors.flatMap(({ number, reports: answers }) =>
    answers.flatMap((isAnswered, index) => (isAnswered ? [reportIdOf(number, index)] : [])),
  );
  const ids = [...counts.keys()];
  return [
    ...group(
      'incoming postback lost',
      answered.filter((id) => !counts.has(id)),
    ),
    ...group('incoming postback stored more than once', repeated(counts)),
    ...group(
      'incoming postback invented',
      ids.filter((id) => !sent.has(id)),
    ),
  ];
}

function compareVerdicts(
  visitors: readonly Visitor[],
  { reports }: StoredTraffic,
  lost: ReadonlySet<string>,
): Problem[] {
  const byTransaction = Map.groupBy(reports, ({ id }) => transactionOfReport(id));
  const wrong = visitors.flatMap(({ number }) => {
    const verdicts = (byTransaction.get(transactionOf(number)) ?? []).map(({ verdict }) => verdict ?? 'none');
    const expected = verdicts.map((_, index) => (index === 0 ? 'counted' : 'duplicate'));
    const isExpected = verdicts.toSorted().join() === expected.join();
    const hasNoVisit =
      lost.has(externalIdOf(number)) && verdicts.every((one) => /^(?:waiting|no-visit)$/.test(one));
    return isExpected || hasNoVisit ? [] : [`${transactionOf(number)} (${verdicts.join(', ')})`];
  });
  return group('unexpected verdict', wrong);
}

function compareStoredConversions(
  visitors: readonly Visitor[],
  { conversions }: StoredTraffic,
  counted: ReadonlySet<string>,
): Problem[] {
  const known = new Map(visitors.map((visitor) => [transactionOf(visitor.number), visitor]));
  const counts = countEach(conversions.map(({ transaction }) => transaction));
  const changed = conversions.filter(({ transaction, visitId, revenue }) => {
    const visitor = known.get(transaction);
    if (visitor === undefined) return false;
    return visitId !== visitor.visit?.visitId || Number(revenue) !== Number(payoutOf(visitor.number));
  });
  return [
    ...group(
      'conversion lost',
      [...counted].filter((transaction) => !counts.has(transaction)),
    ),
    ...group('conversion stored more than once', repeated(counts)),
    ...group(
      'conversion invented',
      [...counts.keys()].filter((transaction) => !counted.has(transaction)),
    ),
    ...group(
      'conversion changed',
      changed.map(({ transaction }) => transaction),
    ),
  ];
}

function comparePostbacks({ conversions, attempts, received }: StoredTraffic): Problem[] {
  const due = new Set(conversions.map(({ transaction }) => transaction));
  const arrived = new Set(received);
  const successes = countEach(
    attempts.filter(({ isSuccess }) => isSuccess).map(({ transaction }) => transaction),
  );
  const attemptCounts = countEach(
    attempts.map(({ transaction, number }) => `${transaction} attempt ${number}`),
  );
  return [
    ...group(
      'postback never received',
      [...due].filter((transaction) => !arrived.has(transaction)),
    ),
    ...group(
      'postback without a recorded success',
      [...due].filter((transaction) => !successes.has(transaction)),
    ),
    ...group(
      'postback invented',
      [...new Set([...arrived, ...successes.keys()])].filter((transaction) => !due.has(transaction)),
    ),
    ...group(
      'postback recorded as delivered but never received',
      [...successes.keys()].filter((transaction) => !arrived.has(transaction)),
    ),
    ...group('attempt recorded more than once', [...repeated(attemptCounts), ...repeated(successes)]),
  ];
}

function countEach(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function repeated(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].filter(([, count]) => count > 1).map(([id]) => id);
}
