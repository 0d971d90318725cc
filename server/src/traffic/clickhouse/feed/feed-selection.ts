import { eventRecordFields } from '@waypost/contract/events/panel-events.ts';
import { columnOf } from '../../../domain/traffic/attribute-columns.ts';
import { timeOfId } from '../../../platform/ids.ts';
import { noId } from '../../../domain/traffic/cells.ts';
import type { FeedRow } from '../../../domain/traffic/feed-row.ts';
import type { FeedPosition } from '../../../domain/traffic/feed-cursor.ts';
import type { FeedSelection, FeedSpan } from '../../traffic-store.ts';
import type { QueryParameters } from '../query-parameters.ts';
import { fromWorkspaceRows } from '../workspace-rows.ts';

/**
 * Selects the rows in a time range. By default, uses only columns of the projection by time, so that ClickHouse can
 * answer the query without reading the table.
 */
export function fromFeedRows(
  parameters: QueryParameters,
  selection: FeedSelection,
  span: FeedSpan,
  before?: FeedPosition,
): string {
  const {
    workspaceId,
    types,
    campaignId,
    records = {},
    idx,
    id,
    visitId,
    transactionId,
    externalId,
  } = selection;
  const moment = (ms: number) => momentOf(parameters, ms);
  return fromWorkspaceRows(parameters, workspaceId, [
    ...withinSpan(parameters, span),
    `type IN (${types.map((type) => `'${type}'`).join(', ')})`,
    ...(campaignId === undefined ? [] : [`campaign_id = ${parameters.bind('UUID', campaignId)}`]),
    ...eventRecordFields.flatMap((field) => {
      const record = records[field];
      return record === undefined ? [] : [`${columnOf(field)} = ${parameters.bind('UUID', record)}`];
    }),
    ...(idx === undefined ? [] : [`idx = ${parameters.bind('Int64', idx)}`]),
    // The sorting key of the table contains the visit time, so this condition locates the visit.
    ...(visitId === undefined
      ? []
      : [`visit_time = ${moment(timeOfId(visitId))}`, `visit_id = ${parameters.bind('UUID', visitId)}`]),
    ...(id === undefined ? [] : [`id = ${parameters.bind('UUID', id)}`]),
    ...(transactionId === undefined ? [] : [`transaction_id = ${parameters.bind('String', transactionId)}`]),
    ...(externalId === undefined ? [] : [`external_id = ${parameters.bind('String', externalId)}`]),
    ...(before === undefined
      ? []
      : [
          `time < ${moment(before.timeMs)} OR toUInt128(id) < toUInt128(${parameters.bind('UUID', before.id)})`,
        ]),
  ]);
}

/**
 * Selects rows by campaign and visit time, which are part of the table's sorting key. Other rows with the same campaign
 * and visit time are also selected.
 */
export function fromRowLocations(
  parameters: QueryParameters,
  workspaceId: string,
  rows: readonly Pick<FeedRow, 'timeMs' | 'campaignId' | 'visitTimeMs'>[],
): string {
  const [newest, oldest] = [rows.at(0), rows.at(-1)];
  const campaigns = parameters.bind(
    'Array(UUID)',
    rows.map(({ campaignId }) => campaignId ?? noId),
  );
  const moments = parameters.bind(
    'Array(Int64)',
    rows.map(({ visitTimeMs }) => visitTimeMs),
  );
  // ClickHouse uses the sorting key only if the list is the result of a subquery.
  const locations = `SELECT location.1, fromUnixTimestamp64Milli(location.2, 'UTC')
    FROM (SELECT arrayJoin(arrayZip(${campaigns}, ${moments})) AS location)`;
  return fromWorkspaceRows(parameters, workspaceId, [
    `(campaign_id, visit_time) IN (${locations})`,
    ...withinSpan(parameters, { fromMs: oldest?.timeMs ?? 0, toMs: newest?.timeMs ?? 0 }),
  ]);
}

/**
 * Sorts rows newest first. The order includes the workspace, because ClickHouse would otherwise not recognize the order
 * of the projection by time. UUIDs are converted to numbers, which sort like the UUIDs' text, because ClickHouse sorts
 * UUIDs by their second half.
 */
export const feedOrder = 'ORDER BY workspace_id DESC, time DESC, toUInt128(id) DESC';

/** Matches rows after a position. The time range of the query must start with the time of the position. */
export function afterPosition(parameters: QueryParameters, { timeMs, id }: FeedPosition): string {
  return `(time > ${momentOf(parameters, timeMs)} OR toUInt128(id) > toUInt128(${parameters.bind('UUID', id)}))`;
}

function withinSpan(parameters: QueryParameters, { fromMs, toMs }: FeedSpan): string[] {
  return [`time >= ${momentOf(parameters, fromMs)}`, `time <= ${momentOf(parameters, toMs)}`];
}

function momentOf(parameters: QueryParameters, ms: number): string {
  return `fromUnixTimestamp64Milli(${parameters.bind('Int64', ms)}, 'UTC')`;
}
