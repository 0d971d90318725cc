import { timeOfId } from '../../../platform/ids.ts';
import { noId } from '../../../domain/traffic/cells.ts';
import type { FeedRow } from '../../../domain/traffic/feed-row.ts';
import type { FeedPosition } from '../../../domain/traffic/feed-cursor.ts';
import type { FeedSelection, FeedSpan } from '../../traffic-store.ts';
import type { QueryParameters } from '../query-parameters.ts';
import { fromWorkspaceRows } from '../workspace-rows.ts';

/**
 * The rows of a span. All that it looks at is also in the projection by time, so that one can do without the table; only
 * a place in the middle of a millisecond needs ids.
 */
export function fromFeedRows(
  parameters: QueryParameters,
  selection: FeedSelection,
  span: FeedSpan,
  before?: FeedPosition,
): string {
  const { workspaceId, types, campaignId, idx, id, visitId, transactionId, externalId } = selection;
  const moment = (ms: number) => momentOf(parameters, ms);
  return fromWorkspaceRows(parameters, workspaceId, [
    ...withinSpan(parameters, span),
    `type IN (${types.map((type) => `'${type}'`).join(', ')})`,
    ...(campaignId === undefined ? [] : [`campaign_id = ${parameters.bind('UUID', campaignId)}`]),
    ...(idx === undefined ? [] : [`idx = ${parameters.bind('Int64', idx)}`]),
    // By its time the visit is found in the order of the table.
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

/** What lies at the places of these rows in the table, found by its own order: they themselves, and some of their time. */
export function fromPlaces(
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
  // Only what a question of its own answers is looked up in the table's order.
  const listed = `SELECT place.1, fromUnixTimestamp64Milli(place.2, 'UTC')
    FROM (SELECT arrayJoin(arrayZip(${campaigns}, ${moments})) AS place)`;
  return fromWorkspaceRows(parameters, workspaceId, [
    `(campaign_id, visit_time) IN (${listed})`,
    ...withinSpan(parameters, { fromMs: oldest?.timeMs ?? 0, toMs: newest?.timeMs ?? 0 }),
  ]);
}

/**
 * Newest first. Only where the workspace is named ClickHouse sees that the projection by time has this order already. It
 * orders ids by their second half; as numbers they are in the order of their spelling.
 */
export const feedOrder = 'ORDER BY workspace_id DESC, time DESC, toUInt128(id) DESC';

/** What comes after a place, in a span that begins with its moment. */
export function fromPlace(parameters: QueryParameters, { timeMs, id }: FeedPosition): string {
  return `(time > ${momentOf(parameters, timeMs)} OR toUInt128(id) > toUInt128(${parameters.bind('UUID', id)}))`;
}

function withinSpan(parameters: QueryParameters, { fromMs, toMs }: FeedSpan): string[] {
  return [`time >= ${momentOf(parameters, fromMs)}`, `time <= ${momentOf(parameters, toMs)}`];
}

function momentOf(parameters: QueryParameters, ms: number): string {
  return `fromUnixTimestamp64Milli(${parameters.bind('Int64', ms)}, 'UTC')`;
}
