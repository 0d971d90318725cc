import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { findLostBatches, namesAtOnce } from '../../domain/traffic/find-lost-batches.ts';
import {
  listShippedBatches,
  readShippedLines,
  returnShippedBatches,
  type ShippedBatch,
} from '../../store/conversions/shipped-batches.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { nameBatch, writeLines } from './outbox-lines.ts';

/**
 * Puts batches back into the outbox if the traffic store acknowledged them but lost them when it was restored from an
 * older backup. Returns the number of these batches.
 */
export async function returnLostBatches(context: ServiceContext, target: BatchTarget): Promise<number> {
  requirePermission(context.actor, 'attribution.run');
  const lost = await findLostBatches(target, listPages(context), async ({ id, name }) => {
    const lines = await asSystem(context, (executor) => readShippedLines(executor, id));
    return lines === undefined ? undefined : writeLines(name, lines);
  });
  let returned = 0;
  for (let at = 0; at < lost.length; at += namesAtOnce) {
    const ids = lost.slice(at, at + namesAtOnce).map(({ id }) => id);
    returned += await asSystem(context, (executor) => returnShippedBatches(executor, ids));
  }
  return returned;
}

async function* listPages(context: ServiceContext): AsyncGenerator<(ShippedBatch & { name: string })[]> {
  let last: ShippedBatch | undefined;
  for (;;) {
    const page = await asSystem(context, (executor) => listShippedBatches(executor, last, namesAtOnce));
    if (page.length === 0) return;
    yield page.map((batch) => ({ ...batch, name: nameBatch(batch.id) }));
    last = page.at(-1);
  }
}
