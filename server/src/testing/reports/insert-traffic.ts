import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { newId } from '../../platform/ids.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import { spoolLines } from '../spool/lines.ts';
import type { TimedRow } from './report-traffic-goal.ts';
import type { ReportTraffic } from './report-traffic.ts';

export type SentBatch = { target: BatchTarget; batch: string; lines: Buffer };

/**
 * Inserts traffic in one batch per month, as production code does, and returns the batches so that they can be resent.
 */
export async function insertTraffic(
  { targets }: Pick<TrafficStore, 'targets'>,
  { visits, clicks, outbox }: Pick<ReportTraffic, 'visits' | 'clicks' | 'outbox'>,
): Promise<SentBatch[]> {
  const batches = [
    ...byMonth(visits).map((rows) => spoolBatch(targets.visits, rows)),
    ...byMonth(clicks).map((rows) => spoolBatch(targets.clicks, rows)),
    ...byMonth(outbox).map((rows) => outboxBatch(targets.outbox, rows)),
  ];
  // Visits are sent first, because clicks look up their visits.
  for (const batch of batches) await sendBatch(batch);
  return batches;
}

export async function sendBatch({ target, batch, lines }: SentBatch): Promise<void> {
  const outcome = await target.insert(batch, lines);
  if (outcome.kind !== 'inserted')
    throw new Error(`inserting a batch failed (${outcome.kind}): ${outcome.reason}`);
}

function byMonth(rows: readonly TimedRow[]): TimedRow[][] {
  return Object.values(Object.groupBy(rows, ({ timeMs }) => new Date(timeMs).toISOString().slice(0, 7))).map(
    (month) => month ?? [],
  );
}

function spoolBatch(target: BatchTarget, rows: readonly TimedRow[]): SentBatch {
  const batch = newId();
  return {
    target,
    batch,
    lines: spoolLines(
      batch,
      rows.map(({ row }) => row),
    ),
  };
}

function outboxBatch(target: BatchTarget, rows: readonly TimedRow[]): SentBatch {
  const batch = newId();
  return { target, batch, lines: Buffer.from(rows.map(({ row }) => `${batch}\t${row}\n`).join('')) };
}
