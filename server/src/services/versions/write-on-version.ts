import type { ChangedRecord } from '@waypost/contract/campaigns/bulk.ts';
import type { StaleDetails } from '@waypost/contract/api/versions.ts';
import type { Difference } from '../../domain/versions/compare-contents.ts';
import { describeDifference } from '../../domain/versions/describe-difference.ts';
import { WaypostError } from '../../platform/errors.ts';
import { listVersionChanges, type AuditedChange } from '../../store/accounts/audit-log.ts';
import type { Executor } from '../../store/database/database.ts';
import { listRecordStates } from '../../store/records/records.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import type { BlockedRecord } from '../records/refuse-blocked.ts';
import type { RecordKind } from '../records/record-kind.ts';
import { staleReason, type VersionedRecord } from '../records/require-version.ts';
import { describeSince, isRecordType } from './versions.ts';

type Named = { id: string; version: number };

type Write<Context, Shown, More> = {
  read: (context: Context, id: string) => Promise<Shown>;
  write: (context: Context) => Promise<More>;
};

/**
 * Writes a record if the version that the caller read is still the current version, and returns the new state.
 * Otherwise, throws an error with the current record, who changed it, and the differences.
 */
export async function writeOnVersion<Context extends WorkspaceContext, Shown extends object, More>(
  context: Context,
  { id, version }: Named,
  { read, write }: Write<Context, Shown, More>,
): Promise<Shown & More> {
  return await inWorkspace(context, async (transaction) => {
    const within = { ...context, transaction };
    try {
      const more = await write({ ...within, expectedVersions: new Map([[id.toLowerCase(), version]]) });
      return { ...(await read(within, id)), ...more };
    } catch (error) {
      const [stale] = staleRecords(error);
      if (stale === undefined) throw nameBlockers(error);
      const current = await read(within, id);
      throw refuse(error, { ...(await explain(transaction, context.workspaceId, stale, version)), current });
    }
  });
}

export async function createAndRead<
  Context extends WorkspaceContext,
  Shown extends object,
  More extends { id: string },
>(context: Context, { read, write }: Write<Context, Shown, More>): Promise<Shown & More> {
  return await inWorkspace(context, async (transaction) => {
    const within = { ...context, transaction };
    const created = await write(within);
    return { ...(await read(within, created.id)), ...created };
  });
}

export async function writeOnVersions<Context extends WorkspaceContext, More>(
  context: Context,
  { records, kind }: { records: Named[]; kind: RecordKind },
  write: (context: Context) => Promise<More>,
): Promise<More & { records: ChangedRecord[] }> {
  const ids = records.map(({ id }) => id);
  return await inWorkspace(context, async (transaction) => {
    const expectedVersions = new Map(records.map(({ id, version }) => [id, version]));
    const more = await write({ ...context, transaction, expectedVersions }).catch((error: unknown) => {
      throw nameBlockers(error);
    });
    return { ...more, records: await listRecordStates(transaction, kind.table, context.workspaceId, ids) };
  });
}

/** Groups the blocked records by blocker, so that the panel can link to each blocker. */
function nameBlockers(error: unknown): unknown {
  if (!(error instanceof WaypostError)) return error;
  const blocked = error.details['blocked'] as BlockedRecord[] | undefined;
  if (blocked === undefined) return error;
  const pairs = blocked.flatMap(({ by, ...record }) => by.map((blocker) => ({ blocker, record })));
  const blockers = [...Map.groupBy(pairs, ({ blocker }) => blocker.id).values()].map((ofOne) => ({
    ...ofOne[0]?.blocker,
    blocks: ofOne.map(({ record }) => record),
  }));
  return error.with({ blockers });
}

type StaleRecord = VersionedRecord & { type: string };

function staleRecords(error: unknown): StaleRecord[] {
  const isStale = error instanceof WaypostError && error.details['reason'] === staleReason;
  return isStale ? (error.details['stale'] as StaleRecord[]) : [];
}

function refuse(error: unknown, details: Record<string, unknown>): WaypostError {
  return new WaypostError('CONFLICT', (error as Error).message, {
    reason: staleReason,
    details,
    cause: error,
  });
}

async function explain(
  executor: Executor,
  workspaceId: string,
  { type, id, version }: StaleRecord,
  expectedVersion: number,
): Promise<Omit<StaleDetails, 'current'>> {
  const lines = await listVersionChanges(executor, workspaceId, { id, after: expectedVersion });
  const last = lines.at(-1);
  return {
    reason: staleReason,
    version,
    changedAt: last?.at.toISOString() ?? null,
    // AI agents cannot change records.
    changedBy:
      last === undefined || last.actorType === 'agent'
        ? null
        : { type: last.actorType, id: last.actorId, label: last.actorLabel },
    differences: isRecordType(type)
      ? await describeSince(executor, workspaceId, { type, id }, { from: expectedVersion, to: version })
      : describeChanges(lines.flatMap(({ changes }) => changes)),
  };
}

/**
 * Merges changes, so that a field that was changed several times is listed once, with its first old value and its last
 * new value.
 */
function describeChanges(changes: AuditedChange[]): string[] {
  const byField = Map.groupBy(changes, ({ field }) => field);
  return [...byField].map(([field, ofField]) => {
    const [first, last] = [ofField.at(0), ofField.at(-1)];
    const difference: Difference = {
      steps: field.split('.').map((part) => ({ field: part })),
      ...(first !== undefined && 'before' in first ? { before: first.before } : {}),
      ...(last !== undefined && 'after' in last ? { after: last.after } : {}),
    };
    return describeDifference(difference);
  });
}
