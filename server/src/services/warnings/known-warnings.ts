import type { WarnedRecord } from '@waypost/contract/campaigns/warnings.ts';
import type { Database } from '../../store/database/database.ts';
import { readRecordsState } from '../../store/records/records-state.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { readWarnedRecords } from './list-warnings.ts';

type Known = { state: string; records: Promise<WarnedRecord[]> };

// Maximum number of cached workspaces. The least recently used workspace is removed first.
const cacheMax = 200;
const cache = new WeakMap<Database, Map<string, Known>>();

/**
 * Returns the warnings of all records. They are cached until a record changes, because finding the warnings for
 * thousands of records takes seconds.
 */
export async function readKnownWarnings(context: WorkspaceContext): Promise<WarnedRecord[]> {
  requirePermission(context.actor, 'campaigns.read');
  const { database, workspaceId } = context;
  // The state is read before the records, so that a record saved between the two reads invalidates the cache.
  const state = await readInWorkspace(context, 'list', (executor) => readRecordsState(executor, workspaceId));
  const entries = cache.get(database) ?? new Map<string, Known>();
  cache.set(database, entries);
  const before = entries.get(workspaceId);
  entries.delete(workspaceId);
  const current = before?.state === state ? before : { state, records: readWarnedRecords(context) };
  entries.set(workspaceId, current);
  const [oldest] = entries.keys();
  if (entries.size > cacheMax && oldest !== undefined) entries.delete(oldest);
  try {
    return await current.records;
  } catch (error) {
    if (entries.get(workspaceId) === current) entries.delete(workspaceId);
    throw error;
  }
}
