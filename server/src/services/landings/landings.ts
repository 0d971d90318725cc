import {
  landingChange,
  landingFilter,
  landingListQuery,
  newLanding,
  type Landing,
  type PanelLanding,
} from '@waypost/contract/campaigns/landings.ts';
import { newId } from '../../platform/ids.ts';
import {
  findLanding,
  insertLanding,
  listLandingRows,
  updateLandingRow,
  type LandingRow,
} from '../../store/records/landings.ts';
import { listPoolUses } from '../../store/records/path-pools.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listRecordPage, type RecordPage } from '../lists/list-record-page.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { archiveRecord, archiveRecords, type ArchivableRecord } from '../records/archive-records.ts';
import { getRecord } from '../records/get-record.ts';
import { saveRecordVersion } from '../records/save-record-version.ts';
import { listPages, textFilter } from '../records/list-records.ts';
import { restoreRecords } from '../records/restore-records.ts';
import { updateRecord, type EditableRecord } from '../records/update-record.ts';

export const landingRecord: EditableRecord<LandingRow> & ArchivableRecord = {
  table: 'landings',
  name: 'landing',
  history: 'landing',
  touched: (landingIds) => ({ landingIds }),
  find: findLanding,
  update: updateLandingRow,
  listBlockers: async (executor, workspaceId, ids) => {
    const rotators = await listPoolUses(executor, workspaceId, 'landings', ids);
    return rotators.map((rotator) => ({ type: 'rotator', ...rotator }));
  },
};

function presentLanding(row: LandingRow): Landing {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    country: row.country,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
  };
}

function presentPanelLanding(row: LandingRow): PanelLanding {
  return { ...presentLanding(row), version: row.version };
}

export async function getPanelLanding(context: WorkspaceContext, id: string): Promise<PanelLanding> {
  requirePermission(context.actor, 'landings.read');
  return presentPanelLanding(await getRecord(context, landingRecord, id, landingRecord.find));
}

export async function getLanding(context: WorkspaceContext, id: string): Promise<Landing> {
  requirePermission(context.actor, 'landings.read');
  return presentLanding(await getRecord(context, landingRecord, id, landingRecord.find));
}

export async function* listLandings(context: WorkspaceContext, input: unknown): AsyncGenerator<Landing[]> {
  requirePermission(context.actor, 'landings.read');
  const { ids, country, includeArchived, ...text } = parseInput(landingFilter, input);
  const filter = { text: textFilter(text), ids, country, includeArchived: includeArchived !== undefined };
  const pages = listPages((page) =>
    readInWorkspace(context, 'list', (executor) =>
      listLandingRows(executor, context.workspaceId, filter, page),
    ),
  );
  for await (const rows of pages) yield rows.map(presentLanding);
}

export async function listLandingPage(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<RecordPage<PanelLanding>> {
  requirePermission(context.actor, 'landings.read');
  const kind = {
    table: 'landings',
    dimension: 'landing',
    readRows: listLandingRows,
    present: presentPanelLanding,
  } as const;
  return await listRecordPage(context, kind, landingListQuery, input);
}

export async function createLanding(context: WorkspaceContext, input: unknown): Promise<{ id: string }> {
  requirePermission(context.actor, 'landings.write');
  const { name, url, country } = parseInput(newLanding, input);
  const landing = { id: newId(), name, url, country: country ?? null, createdAt: context.now() };
  await inWorkspace(context, async (executor) => {
    await insertLanding(executor, context.workspaceId, landing);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'landing.create',
      subjectId: landing.id,
      name,
      version: 1,
      after: { name, url, country: landing.country },
    });
    await saveRecordVersion(executor, context, landingRecord, landing.id);
  });
  return { id: landing.id };
}

export async function updateLanding(context: WorkspaceContext, id: string, input: unknown): Promise<void> {
  requirePermission(context.actor, 'landings.write');
  const { name, url, country, status } = parseInput(landingChange, input);
  await updateRecord(context, landingRecord, id, { given: { name, url, country, status } });
}

export async function archiveLanding(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'landings.write');
  await archiveRecord(context, landingRecord, id);
}

export async function archiveLandings(context: WorkspaceContext, input: unknown): Promise<void> {
  requirePermission(context.actor, 'landings.write');
  await archiveRecords(context, landingRecord, input);
}

export async function restoreLandings(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'landings.write');
  return { restored: await restoreRecords(context, landingRecord, input) };
}
