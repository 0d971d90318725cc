import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { backoffMs } from '../../platform/retry.ts';
import {
  claimOutboxBatch,
  freezeOutbox,
  postponeOutboxBatch,
  replaceOutboxBatch,
  type OutboxBatch,
} from '../../store/conversions/outbox.ts';
import { markOutboxBatchShipped } from '../../store/conversions/shipped-batches.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { countLines, nameBatch, writeLines } from './outbox-lines.ts';
import { separateEntries } from './separate-entries.ts';

// Longer than any insert takes, so that no other worker claims a batch that is still being sent.
const leaseMs = 60_000;
const batchEntriesMax = 5_000;
const longestPauseMs = 10_000;

/** Groups waiting rows into batches. Batches never change, so that they can be sent again. */
export async function freezeOutboxRows(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'attribution.run');
  return await asSystem(context, (executor) => freezeOutbox(executor, batchEntriesMax));
}

type ShippedBatch = {
  kind: 'shipped' | 'unknown' | 'refused';
  rows: number;
  reason?: string;
};

/**
 * Sends the next batch, or returns undefined if no batch is due. If an earlier attempt failed, first checks whether the
 * batch was stored anyway.
 */
export async function shipOutboxBatch(
  context: ServiceContext,
  target: BatchTarget,
): Promise<ShippedBatch | undefined> {
  requirePermission(context.actor, 'attribution.run');
  const batch = await asSystem(context, (executor) => claimOutboxBatch(executor, leaseMs));
  if (batch === undefined) return undefined;
  const name = nameBatch(batch.id);
  const lines = writeLines(name, batch.lines);
  const outcome = await send(target, { name, lines, batch });
  const rows = countLines(batch.lines);
  if (outcome.kind === 'inserted') {
    await asSystem(context, (executor) => markOutboxBatchShipped(executor, batch.id));
    return { kind: 'shipped', rows };
  }
  if (outcome.kind === 'refused') return await setAside(context, target, { batch, lines });
  const afterMs = backoffMs(batch.attempts, longestPauseMs);
  await asSystem(context, (executor) =>
    postponeOutboxBatch(executor, batch.id, { afterMs, failure: outcome.reason }),
  );
  return { kind: 'unknown', rows, reason: outcome.reason };
}

async function send(
  target: BatchTarget,
  { name, lines, batch }: { name: string; lines: Buffer; batch: OutboxBatch },
): ReturnType<BatchTarget['insert']> {
  if (batch.attempts === 1) return await target.insert(name, lines);
  try {
    const found = await target.findBatches([name], batch.sinceMs);
    return found.has(name) ? { kind: 'inserted' } : await target.insert(name, lines);
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Sets aside entries with unreadable rows, together with the reason, and keeps the remaining entries in the batch. */
async function setAside(
  context: ServiceContext,
  target: BatchTarget,
  { batch, lines }: { batch: OutboxBatch; lines: Buffer },
): Promise<ShippedBatch> {
  const { accepted, refused } = await target.separateRefused(lines);
  const readable = new Set(
    accepted
      .toString()
      .replaceAll(/^[^\t\n]*\t/gm, '')
      .split('\n'),
  );
  const reasons = refused.map(({ reason }) => reason);
  const separated = separateEntries(batch, readable, reasons);
  await asSystem(context, (executor) => replaceOutboxBatch(executor, batch.id, separated));
  return {
    kind: 'refused',
    rows: separated.refused.length,
    reason: reasons[0] ?? 'unknown: a second attempt accepted every row',
  };
}
