import { externalIdOf, payoutOf, transactionOf, type Visitor } from '../faults/visitor.ts';

export type StoredRows = {
  // Number of rows by external ID of the visit.
  visits: ReadonlyMap<string, number>;
  clicks: ReadonlyMap<string, number>;
  // Revenue of each row by transaction.
  conversions: ReadonlyMap<string, readonly string[]>;
  // Transactions in the postbacks that the receiver got.
  received: ReadonlySet<string>;
};

export type WindowResult = {
  // What may still arrive.
  missing: string[];
  wrong: string[];
  counts: { visits: number; clicks: number; conversions: number };
};

// Compares what some visitors were answered with what is stored. Each answered visit, click and conversion must be stored
// exactly once, and each conversion must have been sent to the traffic source.
export function compareWindow(visitors: readonly Visitor[], stored: StoredRows): WindowResult {
  const result: WindowResult = { missing: [], wrong: [], counts: { visits: 0, clicks: 0, conversions: 0 } };
  const check = (what: string, found: number, isAnswered: boolean) => {
    if (found > 1) result.wrong.push(`${what} is stored ${found} times`);
    if (found === 0 && isAnswered) result.missing.push(what);
    return found === 1 ? 1 : 0;
  };
  for (const visitor of visitors) {
    const id = externalIdOf(visitor.number);
    const visits = stored.visits.get(id) ?? 0;
    result.counts.visits += check(`visit ${id}`, visits, visitor.visit !== undefined);
    const isClickAnswered = visitor.click !== undefined && visitor.click !== 'unanswered';
    const clicks = stored.clicks.get(id) ?? 0;
    result.counts.clicks += check(`click of ${id}`, clicks, isClickAnswered);
    checkConversion(visitor, stored, { result, check });
  }
  return result;
}

type Checking = {
  result: WindowResult;
  check: (what: string, found: number, isAnswered: boolean) => number;
};

function checkConversion(visitor: Visitor, stored: StoredRows, { result, check }: Checking): void {
  const transaction = transactionOf(visitor.number);
  const rows = stored.conversions.get(transaction) ?? [];
  const isAnswered = visitor.reports.some(Boolean);
  result.counts.conversions += check(`conversion ${transaction}`, rows.length, isAnswered);
  if (rows.length === 0) return;
  const revenue = payoutOf(visitor.number);
  if (rows.some((row) => Number(row) !== Number(revenue)))
    result.wrong.push(`conversion ${transaction} has a revenue of ${rows.join()} instead of ${revenue}`);
  if (!stored.received.has(transaction)) result.missing.push(`postback ${transaction}`);
}
