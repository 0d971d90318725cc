import type { BatchTarget } from '../domain/events/batch-target.ts';
import { LineBuffer } from '../edge/spool/line-buffer.ts';
import { createEventTarget } from '../events/insert-batch.ts';
import { createClickTarget } from '../events/insert-clicks.ts';
import { createOutboxTarget } from '../events/insert-outbox.ts';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { newId } from '../platform/ids.ts';
import type { ReportTraffic, TimedRow } from './report-traffic.ts';

export type SentBatch = { target: BatchTarget; batch: string; lines: Buffer };

/** Brings traffic into ClickHouse the way the product does, month by month. Returns what was sent, to send it again. */
export async function insertTraffic(
  client: ClickHouseClient,
  { visits, clicks, outbox }: Pick<ReportTraffic, 'visits' | 'clicks' | 'outbox'>,
): Promise<SentBatch[]> {
  const batches = [
    ...byMonth(visits).map((rows) => spoolBatch(createEventTarget(client), rows)),
    ...byMonth(clicks).map((rows) => spoolBatch(createClickTarget(client), rows)),
    ...byMonth(outbox).map((rows) => outboxBatch(createOutboxTarget(client), rows)),
  ];
  // In this order: clicks look for their visits.
  for (const batch of batches) await sendBatch(batch);
  return batches;
}

export async function sendBatch({ target, batch, lines }: SentBatch): Promise<void> {
  const outcome = await target.insert(batch, lines);
  if (outcome.kind !== 'inserted') throw new Error(`a batch is ${outcome.kind}: ${outcome.reason}`);
}

function byMonth(rows: readonly TimedRow[]): TimedRow[][] {
  return Object.values(Object.groupBy(rows, ({ timeMs }) => new Date(timeMs).toISOString().slice(0, 7))).map(
    (some) => some ?? [],
  );
}

function spoolBatch(target: BatchTarget, rows: readonly TimedRow[]): SentBatch {
  const batch = newId();
  const waiting = rows.map(({ row, timeMs }) => ({
    row,
    timeMs,
    appendedAt: 0,
    done: undefined,
    isDropped: false,
  }));
  return { target, batch, lines: Buffer.from(new LineBuffer().encode(waiting, Buffer.from(`${batch}\t`))) };
}

function outboxBatch(target: BatchTarget, rows: readonly TimedRow[]): SentBatch {
  const batch = newId();
  return { target, batch, lines: Buffer.from(rows.map(({ row }) => `${batch}\t${row}\n`).join('')) };
}
