import { timeOfId } from '../../../platform/ids.ts';
import type { FeedPlace } from '../../../domain/traffic/feed-cursor.ts';
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
  before?: FeedPlace,
): string {
  const { workspaceId, types, campaignId, idx, id, visitId, transactionId, externalId } = selection;
  const moment = (ms: number) => `fromUnixTimestamp64Milli(${parameters.bind('Int64', ms)}, 'UTC')`;
  return fromWorkspaceRows(parameters, workspaceId, [
    `time >= ${moment(span.fromMs)}`,
    `time <= ${moment(span.toMs)}`,
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

/**
 * Newest first. Only where the workspace is named ClickHouse sees that the projection by time has this order already. It
 * orders ids by their second half; as numbers they are in the order of their spelling.
 */
export const feedOrder = 'ORDER BY workspace_id DESC, time DESC, toUInt128(id) DESC';

/** What comes after a place, in a span that begins with its moment. */
export function fromPlace(parameters: QueryParameters, { timeMs, id }: FeedPlace): string {
  const moment = `fromUnixTimestamp64Milli(${parameters.bind('Int64', timeMs)}, 'UTC')`;
  return `(time > ${moment} OR toUInt128(id) > toUInt128(${parameters.bind('UUID', id)}))`;
}
