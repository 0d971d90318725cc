import { readInboxRow } from '../../domain/conversions/inbox-row.ts';
import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { separateRefused } from '../../domain/traffic/separate-refused.ts';
import { describeError } from '../../platform/errors.ts';
import {
  insertInboxRows,
  listCampaignOwners,
  listInboxBatches,
  type NewInboxRow,
} from '../../store/conversions/inbox.ts';
import { isRowError, type Executor } from '../../store/database/database.ts';
import { asSystem, readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/**
 * Stores spool lines with incoming postbacks in PostgreSQL. Each batch is one transaction, and a repeated batch changes
 * nothing, because rows keep the IDs that the edge assigned.
 */
export function createInboxTarget(context: ServiceContext): BatchTarget {
  requirePermission(context.actor, 'inbox.take');
  return {
    insert: async (batch, lines) => {
      try {
        await asSystem(context, (executor) => store(executor, batch, lines));
        return { kind: 'inserted' };
      } catch (error) {
        const reason = describeRefusal(error);
        return reason === undefined
          ? { kind: 'unknown', reason: describeError(error) }
          : { kind: 'refused', reason };
      }
    },
    findBatches: async (batches) =>
      new Set(await readAsSystem(context, (executor) => listInboxBatches(executor, batches), 'queue')),
    separateRefused: (lines) => separateRefused(lines, (part) => probe(context, part)),
  };
}

class RefusedRow extends Error {}

async function store(executor: Executor, batch: string, lines: Buffer): Promise<void> {
  const requests = lines
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map(readLine);
  const owners = await listCampaignOwners(executor, [
    ...new Set(requests.map(({ campaignId }) => campaignId)),
  ]);
  const rows = requests.map((request, batchIndex): NewInboxRow => {
    const workspaceId = owners.get(request.campaignId);
    if (workspaceId === undefined) throw new RefusedRow(`campaign ${request.campaignId} no longer exists`);
    return { ...request, workspaceId, batchIndex };
  });
  await insertInboxRows(executor, batch, rows);
}

function readLine(line: string) {
  const [, , ...cells] = line.split('\t');
  const request = readInboxRow(cells);
  if (request === undefined) throw new RefusedRow('the row is not an incoming postback');
  return request;
}

class Rollback extends Error {}

/** Stores the lines and rolls back, to find out why PostgreSQL rejects them. */
async function probe(context: ServiceContext, lines: Buffer): Promise<string | undefined> {
  try {
    await asSystem(context, async (executor) => {
      await store(executor, 'probe', lines);
      throw new Rollback();
    });
  } catch (error) {
    if (error instanceof Rollback) return undefined;
    const reason = describeRefusal(error);
    if (reason === undefined) throw error;
    return reason;
  }
  return undefined;
}

function describeRefusal(error: unknown): string | undefined {
  if (error instanceof RefusedRow) return error.message;
  return isRowError(error) ? describeError(error) : undefined;
}
