import type { WarnedRecord } from '@waypost/contract/warnings.ts';
import type { Database } from '../../store/database/database.ts';
import { readRecordsState } from '../../store/records/records-state.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { readWarned } from './list-warnings.ts';

type Known = { state: string; records: Promise<WarnedRecord[]> };

/** As many workspaces as are looked at in one process; the one that was asked for the longest time ago goes first. */
const keptMax = 200;
const known = new WeakMap<Database, Map<string, Known>>();

/** All warnings of a workspace, looked for once for each state of its records: that takes seconds where there are thousands. */
export async function readKnownWarnings(context: WorkspaceContext): Promise<WarnedRecord[]> {
  requirePermission(context.actor, 'campaigns.read');
  const { database, workspaceId } = context;
  // Before the records are read: one that is saved meanwhile is looked at again the next time.
  const state = await readInWorkspace(context, 'list', (executor) => readRecordsState(executor, workspaceId));
  const kept = known.get(database) ?? new Map<string, Known>();
  known.set(database, kept);
  const before = kept.get(workspaceId);
  kept.delete(workspaceId);
  const current = before?.state === state ? before : { state, records: readWarned(context) };
  kept.set(workspaceId, current);
  const [oldest] = kept.keys();
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
  try {
    return await current.records;
  } catch (error) {
    if (kept.get(workspaceId) === current) kept.delete(workspaceId);
    throw error;
  }
}
