import { eventRecordFields } from '@waypost/contract/events/panel-events.ts';
import { feedAttributeNames, visitAttributes } from '@waypost/contract/visits/visit-attributes.ts';
import { columnOf } from '../../domain/traffic/attribute-columns.ts';
import { noId } from '../../domain/traffic/cells.ts';
import type { FeedPosition } from '../../domain/traffic/feed-cursor.ts';
import { briefColumns, type BriefRow, type FeedRow } from '../../domain/traffic/feed-row.ts';
import { eventsRequest } from '../request-errors.ts';
import type {
  FeedPage,
  FeedRequest,
  FeedSelection,
  FeedSpan,
  FeedStream,
  NewerRequest,
} from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { explainQueryError } from './explain-query-error.ts';
import { selectAttribute } from './find-visits.ts';
import { Parameters } from './parameters.ts';

const timeoutMs = 20_000;
const firstSliceMs = 15 * 60_000;
const growth = 8;
// If a slice took longer than this, the next slice is not made wider.
const slowMs = 500;
// Number of rows per export query: large enough to need few queries, and small enough to fit in memory.
const batchSize = 10_000;

const flag = (column: string) => `coalesce(${column}, false)`;
const amount = (column: string) => `coalesce(${column}, 0)::text`;

const ownColumns = {
  type: 'type',
  timeMs: 'time::float8',
  id: 'id',
  visitId: 'visit_id',
  visitTimeMs: 'visit_time::float8',
  campaignId: 'campaign_id',
  cost: amount('cost'),
  revenue: amount('revenue'),
  outcome: 'outcome',
  destinationUrl: 'destination_url',
  isUnique: flag('is_unique'),
  isBot: flag('is_bot'),
  isPrefetch: flag('is_prefetch'),
  reasons: "coalesce(reasons, '{}')",
  idx: 'idx',
  label: 'label',
  value: 'value::text',
  status: 'status',
  transactionId: 'transaction_id',
  isConversion: flag('is_conversion'),
  payout: amount('payout'),
  currency: 'currency',
  eventId: 'event_id',
  url: 'url',
  method: 'method',
  attempt: 'coalesce(attempt, 0)',
  responseStatus: 'response_status',
  error: 'error',
  response: "coalesce(response, '')",
  isSuccess: flag('is_success'),
  durationMs: 'coalesce(duration_ms, 0)::float8',
} as const satisfies Partial<Record<keyof FeedRow, string>>;

const attributes = Object.fromEntries(
  feedAttributeNames.map((name) => [name, selectAttribute(columnOf(name), visitAttributes[name].kind)]),
);
const columns = { ...ownColumns, ...attributes } as Readonly<Record<keyof FeedRow, string>>;

type FeedForm<Row> = { selected: string; row?: Row };

function formOf<Name extends keyof FeedRow>(names: readonly Name[]): FeedForm<Pick<FeedRow, Name>> {
  return { selected: names.map((name) => `${columns[name]} AS "${name}"`).join(', ') };
}

export const wholeRows: FeedForm<FeedRow> = formOf(Object.keys(columns) as (keyof FeedRow)[]);
export const briefRows: FeedForm<BriefRow> = formOf(briefColumns);

/**
 * Searches backward in time slices of growing width, using the index on time. If matching rows are rare, the search
 * does not scan the whole range but stops early and returns a position to continue from.
 */
export async function readFeed<Row extends BriefRow>(
  connections: TrafficConnections,
  form: FeedForm<Row>,
  { selection, span, before, limit, nowMs, searchMsMax, signal }: FeedRequest,
): Promise<FeedPage<Row>> {
  const startedAt = performance.now();
  const rows: Row[] = [];
  let toMs = before?.timeMs ?? span.toMs;
  // The first slice extends into the future, where hardly any rows exist.
  let fromMs = Math.max(span.fromMs, Math.min(toMs, nowMs) - firstSliceMs);
  // Rows of one visit are found by the visit's ID, so the whole range can be searched at once.
  if (selection.visitId !== undefined) fromMs = span.fromMs;
  let widthMs = firstSliceMs;
  for (;;) {
    const sliceStartedAt = performance.now();
    // One extra row shows whether there is a next page.
    const rowsMax = limit + 1 - rows.length;
    rows.push(
      ...(await readSlice(connections, {
        form,
        selection,
        span: { fromMs, toMs },
        before,
        rowsMax,
        signal,
      })),
    );
    const last = rows[limit - 1];
    if (rows.length > limit && last !== undefined) return { rows: rows.slice(0, limit), next: last };
    if (fromMs <= span.fromMs) return { rows, next: undefined };
    // The page includes all rows newer than `fromMs`. Older rows have not been searched.
    if (performance.now() - startedAt > searchMsMax) return { rows, next: { timeMs: fromMs, id: noId } };
    if (performance.now() - sliceStartedAt < slowMs) widthMs *= growth;
    toMs = fromMs - 1;
    fromMs = Math.max(span.fromMs, fromMs - widthMs);
  }
}

/** Reads rows page by page, so that no connection is held while the consumer pauses. */
export async function* streamFeed(
  connections: TrafficConnections,
  { selection, span, signal }: FeedStream,
): AsyncGenerator<FeedRow[]> {
  let before: FeedPosition | undefined;
  for (;;) {
    const slice = { form: wholeRows, selection, span, before, rowsMax: batchSize, signal };
    const rows = await readSlice(connections, slice);
    if (rows.length > 0) yield rows;
    before = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}

type Slice<Row> = {
  form: FeedForm<Row>;
  selection: FeedSelection;
  span: FeedSpan;
  before: FeedPosition | undefined;
  rowsMax: number;
  signal: AbortSignal | undefined;
};

async function readSlice<Row extends BriefRow>(
  connections: TrafficConnections,
  { form, selection, span, before, rowsMax, signal }: Slice<Row>,
): Promise<Row[]> {
  const parameters = new Parameters();
  const toMs = Math.min(span.toMs, before?.timeMs ?? span.toMs);
  const conditions = [
    ...listConditions(parameters, selection, { fromMs: span.fromMs, toMs }),
    ...(before === undefined ? [] : [`(time, id) < ${bindPosition(parameters, before)}`]),
  ];
  const orderAndLimit = `ORDER BY time DESC, id DESC LIMIT ${parameters.bind('bigint', rowsMax)}`;
  return await readRows(connections, { form, selection, parameters, conditions, orderAndLimit, signal });
}

export async function readNewer(
  connections: TrafficConnections,
  { selection, after, untilMs, limit, signal }: NewerRequest,
): Promise<FeedRow[]> {
  const parameters = new Parameters();
  const conditions = [
    ...listConditions(parameters, selection, { fromMs: after.timeMs, toMs: untilMs }),
    `(time, id) > ${bindPosition(parameters, after)}`,
  ];
  const orderAndLimit = `ORDER BY time, id LIMIT ${parameters.bind('bigint', limit)}`;
  return await readRows(connections, {
    form: wholeRows,
    selection,
    parameters,
    conditions,
    orderAndLimit,
    signal,
  });
}

function bindPosition(parameters: Parameters, { timeMs, id }: FeedPosition): string {
  return `(${parameters.bind('bigint', timeMs)}, ${parameters.bind('uuid', id)})`;
}

function listConditions(parameters: Parameters, selection: FeedSelection, span: FeedSpan): string[] {
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
  const optional = (column: string, type: string, value: string | number | undefined) =>
    value === undefined ? [] : [`${column} = ${parameters.bind(type, value)}`];
  const byTime = [
    `workspace_id = ${parameters.bind('uuid', workspaceId)}`,
    `time >= ${parameters.bind('bigint', span.fromMs)}`,
    `time <= ${parameters.bind('bigint', span.toMs)}`,
  ];
  return [
    // A visit has few rows, which are found by the visit's ID. `IS TRUE` keeps the planner from choosing a different
    // index.
    ...(visitId === undefined ? byTime : byTime.map((condition) => `(${condition}) IS TRUE`)),
    // The types are literals instead of parameters, so that the partial index on rare types can be used. The values
    // come from a fixed list.
    `type IN (${types.map((type) => `'${type}'`).join(', ')})`,
    ...optional('campaign_id', 'uuid', visitId === undefined ? campaignId : undefined),
    ...(visitId === undefined || campaignId === undefined
      ? []
      : [`campaign_id IS NOT DISTINCT FROM ${parameters.bind('uuid', campaignId)}`]),
    ...eventRecordFields.flatMap((field) => optional(columnOf(field), 'uuid', records[field])),
    ...optional('idx', 'smallint', idx),
    ...optional('id', 'uuid', id),
    ...optional('visit_id', 'uuid', visitId),
    ...optional('transaction_id', 'text', transactionId),
    ...optional('external_id', 'text', externalId),
  ];
}

type RowQuery<Row> = {
  form: FeedForm<Row>;
  selection: FeedSelection;
  parameters: Parameters;
  conditions: readonly string[];
  orderAndLimit: string;
  signal: AbortSignal | undefined;
};

async function readRows<Row extends BriefRow>(
  connections: TrafficConnections,
  { form, selection, parameters, conditions, orderAndLimit, signal }: RowQuery<Row>,
): Promise<Row[]> {
  const text = `SELECT ${form.selected} FROM traffic.events WHERE ${conditions.join(' AND ')} ${orderAndLimit}`;
  try {
    const { rows } = await connections.readAs(selection.workspaceId, { timeoutMs, signal }, (client) =>
      client.query<Row>(text, parameters.values),
    );
    return rows;
  } catch (error) {
    throw explainQueryError(error, eventsRequest);
  }
}
