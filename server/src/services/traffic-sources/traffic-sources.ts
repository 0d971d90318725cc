import type { ListPage } from '@waypost/contract/api/paging.ts';
import { sourceTemplates } from '@waypost/contract/campaigns/source-template-table.ts';
import {
  sourceTemplateListQuery,
  type SourceTemplate,
} from '@waypost/contract/campaigns/source-templates.ts';
import {
  trafficSourceChange,
  trafficSourceListQuery,
  type TrafficSource,
} from '@waypost/contract/campaigns/traffic-sources.ts';
import { judgeOutboundUrl } from '../../domain/outbound/judge-url.ts';
import { judgeRequest, refuseHidden } from '../../domain/postbacks/postback-request.ts';
import {
  findTrafficSource,
  listTrafficSourceRows,
  updateTrafficSourceRow,
  type TrafficSourceRow,
} from '../../store/records/traffic-sources.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listItems } from '../lists/list-items.ts';
import { listRecordPage, type RecordPage } from '../lists/list-record-page.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { showToActor } from '../show-secrets.ts';
import {
  archiveRecord,
  archiveRecords,
  campaignBlockers,
  type ArchivableRecord,
} from '../records/archive-records.ts';
import { getRecord } from '../records/get-record.ts';
import { restoreRecords } from '../records/restore-records.ts';
import { updateRecord, type EditableRecord } from '../records/update-record.ts';

export const trafficSourceRecord: EditableRecord<TrafficSourceRow> & ArchivableRecord = {
  table: 'traffic_sources',
  name: 'traffic-source',
  history: 'traffic-source',
  touched: (trafficSourceIds) => ({ trafficSourceIds }),
  find: findTrafficSource,
  update: updateTrafficSourceRow,
  listBlockers: campaignBlockers('traffic_source_id'),
};

function presentTrafficSource({ actor }: WorkspaceContext, row: TrafficSourceRow): TrafficSource {
  return showToActor(actor, { ...row, createdAt: row.createdAt.toISOString() });
}

export async function getTrafficSource(context: WorkspaceContext, id: string): Promise<TrafficSource> {
  requirePermission(context.actor, 'traffic-sources.read');
  return presentTrafficSource(context, await getRecord(context, trafficSourceRecord, id, findTrafficSource));
}

export async function listTrafficSources(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<RecordPage<TrafficSource>> {
  requirePermission(context.actor, 'traffic-sources.read');
  const present = (row: TrafficSourceRow) => presentTrafficSource(context, row);
  const kind = {
    table: 'traffic_sources',
    dimension: 'trafficSource',
    readRows: listTrafficSourceRows,
    present,
  } as const;
  return await listRecordPage(context, kind, trafficSourceListQuery, input);
}

const templateList = {
  name: 'source-templates',
  query: sourceTemplateListQuery,
  idOf: ({ id }: SourceTemplate) => id,
  sorts: { name: ({ name }: SourceTemplate) => name.toLowerCase() },
  searched: ({ name, id }: SourceTemplate) => [name, id],
};

export async function listSourceTemplates(
  context: WorkspaceContext,
  input: unknown,
): Promise<ListPage<SourceTemplate>> {
  requirePermission(context.actor, 'traffic-sources.read');
  return await listItems(context, templateList, input, () => Promise.resolve(sourceTemplates));
}

export async function updateTrafficSource(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<void> {
  requirePermission(context.actor, 'traffic-sources.manage');
  const given = parseInput(trafficSourceChange, input);
  const { name, clickIdParam, costParam, clickIdMacro, costMacro, currency, tokens, status } = given;
  const { postbackMethod, postbackHeaders, postbackBody, postbackSuccessText } = given;
  const request = { postbackMethod, postbackHeaders, postbackBody, postbackSuccessText };
  const postbackUrl =
    given.postbackUrl === undefined ? undefined : readPostbackUrl(context, given.postbackUrl);
  await updateRecord(context, trafficSourceRecord, id, {
    given: {
      name,
      clickIdParam,
      costParam,
      postbackUrl,
      ...request,
      clickIdMacro,
      costMacro,
      currency,
      tokens,
      status,
    },
    // Changed fields are validated together with the unchanged fields.
    check: (_, before, changed) => {
      const source = { ...before, ...changed };
      const issues = [...judgeRequest(source), ...refuseHidden(source)];
      return issues.length > 0 ? Promise.reject(invalidInput(issues)) : Promise.resolve();
    },
  });
}

/** Archives a traffic source. Fails if the traffic source is used by a campaign that is not archived. */
export async function archiveTrafficSource(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'traffic-sources.write');
  await archiveRecord(context, trafficSourceRecord, id);
}

export async function archiveTrafficSources(context: WorkspaceContext, input: unknown): Promise<void> {
  requirePermission(context.actor, 'traffic-sources.write');
  await archiveRecords(context, trafficSourceRecord, input);
}

export async function restoreTrafficSources(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'traffic-sources.write');
  return { restored: await restoreRecords(context, trafficSourceRecord, input) };
}

/**
 * Reads a postback URL. The address must be public, because this server calls the URL and must not be used to reach its
 * own network.
 */
export function readPostbackUrl(context: WorkspaceContext, text: string | null | undefined): string | null {
  if (text === undefined || text === null || text === '') return null;
  const judged = judgeOutboundUrl(text, context.outboundAllow ?? []);
  if (!judged.ok) throw invalidInput([{ path: 'postbackUrl', message: judged.reason }]);
  const hidden = refuseHidden({ postbackUrl: text, postbackHeaders: [], postbackBody: null });
  if (hidden.length > 0) throw invalidInput(hidden);
  return judged.url;
}
