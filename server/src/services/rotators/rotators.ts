import {
  rotatorChange,
  rotatorFilter,
  rotatorListQuery,
  type PanelRotator,
  type Rotator,
} from '@waypost/contract/rotators/rotators.ts';
import {
  findRotator,
  listRotatorRows,
  updateRotatorRow,
  type RotatorRow,
} from '../../store/records/rotators.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listRecordPage, type RecordPage } from '../lists/list-record-page.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import {
  archiveRecord,
  archiveRecords,
  campaignBlockers,
  type ArchivableRecord,
} from '../records/archive-records.ts';
import { getRecord } from '../records/get-record.ts';
import { listPages, textFilter } from '../records/list-records.ts';
import { restoreRecords } from '../records/restore-records.ts';
import { updateRecord, type EditableRecord } from '../records/update-record.ts';
import { saveRotatorVersion } from './save-rotator-version.ts';

/**
 * Record kind for rotators. Renaming or restoring a rotator publishes nothing, because published documents contain only
 * its routing.
 */
export const rotatorKind: EditableRecord<RotatorRow> & ArchivableRecord = {
  table: 'rotators',
  name: 'rotator',
  history: 'rotator',
  find: findRotator,
  update: updateRotatorRow,
  listBlockers: campaignBlockers('rotator_id'),
};

function presentRotator(row: RotatorRow): Rotator {
  return {
    id: row.id,
    name: row.name,
    shared: row.shared,
    country: row.country,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
  };
}

function presentPanelRotator(row: RotatorRow): PanelRotator {
  return { ...presentRotator(row), version: row.version };
}

export async function getRotator(context: WorkspaceContext, id: string): Promise<PanelRotator> {
  requirePermission(context.actor, 'rotators.read');
  return presentPanelRotator(await getRecord(context, rotatorKind, id, findRotator));
}

export async function* listRotators(context: WorkspaceContext, input: unknown): AsyncGenerator<Rotator[]> {
  requirePermission(context.actor, 'rotators.read');
  const { ids, country, ...text } = parseInput(rotatorFilter, input);
  const filter = { text: textFilter(text), ids, country };
  const pages = listPages((page) =>
    readInWorkspace(context, 'list', (executor) =>
      listRotatorRows(executor, context.workspaceId, filter, page),
    ),
  );
  for await (const rows of pages) yield rows.map(presentRotator);
}

export async function listRotatorPage(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<RecordPage<PanelRotator>> {
  requirePermission(context.actor, 'rotators.read');
  const kind = {
    table: 'rotators',
    dimension: 'rotator',
    readRows: listRotatorRows,
    present: presentPanelRotator,
  } as const;
  return await listRecordPage(context, kind, rotatorListQuery, input);
}

export async function updateRotator(context: WorkspaceContext, id: string, input: unknown): Promise<void> {
  requirePermission(context.actor, 'rotators.manage');
  const { name, shared, country, status } = parseInput(rotatorChange, input);
  await updateRecord(context, rotatorKind, id, {
    given: { name, shared, country, status },
    keepVersion: (executor, rotatorId) => saveRotatorVersion(executor, context, rotatorId),
  });
}

export async function archiveRotator(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'rotators.manage');
  await archiveRecord(context, rotatorKind, id);
}

export async function archiveRotators(context: WorkspaceContext, input: unknown): Promise<void> {
  requirePermission(context.actor, 'rotators.manage');
  await archiveRecords(context, rotatorKind, input);
}

/** Restores rotators, but not the landing pages and offers in their paths. */
export async function restoreRotators(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'rotators.write');
  return { restored: await restoreRecords(context, rotatorKind, input) };
}
