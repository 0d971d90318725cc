import { toUnits } from '../../domain/money/decimal.ts';
import { columnsOfVisit } from '../../domain/traffic/columns.ts';
import type { CostBatch, CostCharge, CostMatch, CostRows } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';
import { batchSettings } from './insert-batch.ts';
import { insertColumnName } from './insert-column-names.ts';
import { fromCampaignRows, fromMatchingRows, fromMatchingVisits } from './match-visits.ts';
import { QueryParameters } from './query-parameters.ts';

// Columns that a cost row copies from its visit, so that the cost row is included in the same reports and expires on
// the same day.
const copiedColumns = [...columnsOfVisit, 'expires'];

const ownColumns = ['batch', 'type', 'time', 'id', 'event_id', 'reasons', 'cost'];
const insertInto = `INSERT INTO events (${[...ownColumns, ...copiedColumns].map(insertColumnName).join(', ')})`;

// ClickHouse cancels an insert that takes longer than this, so after this time, the insert has either succeeded or
// failed.
const insertSeconds = 20;
export const costWriteMsMax = (insertSeconds + 5) * 1_000;

// An insert is one block in memory. With this many visits, the block takes at most half a gigabyte, including all
// columns and rollups.
export const costVisitsMax = 50_000;

const settings = {
  ...batchSettings,
  max_execution_time: insertSeconds,
  max_threads: 1,
} as const;

// Share of each visit but the last, in units of 10^-12, if this number of visits matches.
type PlannedShare = { visits: number; units: bigint };

// Calculates the same shares as allotCost in domain/costs/allot-cost.ts, in units of 10^-12.
const remainder = '(size - quotient * matching)';
function allotment(parameters: QueryParameters, planned: PlannedShare | undefined): string {
  const computed = 'if(rounded * (matching - 1) > size, quotient, rounded)';
  const share =
    planned === undefined
      ? computed
      : `if(matching = ${parameters.bind('Int64', planned.visits)}, toInt128(${parameters.bind('String', String(planned.units))}), ${computed})`;
  return [
    'abs(amount) AS size',
    'intDiv(size, matching) AS quotient',
    `quotient + (${remainder} * 2 > matching OR (${remainder} * 2 = matching AND quotient % 2 = 1)) AS rounded`,
    `${share} AS share`,
    'sign(amount) * if(row_index = matching, size - share * (matching - 1), share) AS units',
    "toDecimal128(units, 0) * toDecimal128('0.000000000001', 12) AS cost",
  ].join(', ');
}

/**
 * Distributes the cost. Visits are counted and charged in a single read, so the rows add up to exactly the amount, no
 * matter how many visits match. The rows form one block, so either all of them are stored or none.
 */
export async function distributeCost(
  client: ClickHouseClient,
  match: CostMatch,
  { amount, replaces, planned }: CostCharge & { planned?: PlannedShare },
  batch: CostBatch,
): Promise<void> {
  if (await isStored(client, match, batch)) return;
  const parameters = new QueryParameters();
  const units = `toInt128(${parameters.bind('String', String(toUnits(amount)))})`;
  const charged = `
      WITH ${units} AS amount, ${allotment(parameters, planned)}
      SELECT cost, ${copiedColumns.join(', ')}
      FROM (
        SELECT ${copiedColumns.join(', ')}, toInt128(row_number() OVER (ORDER BY visit_time, visit_id)) AS row_index,
          toInt128(count() OVER ()) AS matching
        ${fromMatchingVisits(parameters, match)}
      )`;
  await client.command({
    query: `
      ${insertInto}
      SELECT ${ownCells(parameters, batch)}, cost, ${copiedColumns.join(', ')}
      FROM (${replaces ? replacingCost(parameters, match, charged) : charged})`,
    query_params: parameters.values,
    ...deduplicated(batch),
  });
}

// Subtracts the earlier cost of the visits from the rows in which that cost was recorded, because a conversion may
// belong to a different offer than its visit, or expire on a different day. Rows are grouped by all copied columns, so
// that repeated replacement does not double their number each time.
function replacingCost(parameters: QueryParameters, match: CostMatch, charged: string): string {
  return `
      SELECT sum(charge) AS cost, ${copiedColumns.join(', ')} FROM (
        SELECT cost AS charge, ${copiedColumns.join(', ')} FROM (${charged})
        UNION ALL
        SELECT -cost AS charge, ${copiedColumns.join(', ')} ${fromMatchingRows(parameters, match, 'cost != 0')}
      ) GROUP BY ${copiedColumns.join(', ')}`;
}

export async function reverseCost(
  client: ClickHouseClient,
  match: CostMatch,
  distributed: CostBatch,
  reversal: CostBatch,
): Promise<void> {
  if (await isStored(client, match, reversal)) return;
  const parameters = new QueryParameters();
  await client.command({
    query: `
      ${insertInto}
      SELECT ${ownCells(parameters, reversal)}, -cost, ${copiedColumns.join(', ')}
      ${fromBatch(parameters, match, distributed)}`,
    query_params: parameters.values,
    ...deduplicated(reversal),
  });
}

function ownCells(parameters: QueryParameters, { batch, entryId, kind, timeMs }: CostBatch): string {
  return [
    parameters.bind('String', batch),
    "'adjustment'",
    `fromUnixTimestamp64Milli(${parameters.bind('Int64', timeMs)})`,
    'generateUUIDv7()',
    parameters.bind('UUID', entryId),
    parameters.bind('Array(String)', [kind]),
  ].join(', ');
}

export async function readCostRows(
  client: ClickHouseClient,
  match: CostMatch,
  batch: CostBatch,
): Promise<CostRows> {
  const parameters = new QueryParameters();
  const result = await client.query({
    query: `SELECT toUInt32(uniqExact(visit_id)) AS visits, toString(sum(cost)) AS cost ${fromBatch(parameters, match, batch)}`,
    query_params: parameters.values,
    format: 'JSONEachRow',
  });
  const [found] = await result.json<CostRows>();
  return found ?? { visits: 0, cost: '0' };
}

// Tokens do not survive a power failure, so each insert first looks for its rows.
async function isStored(client: ClickHouseClient, match: CostMatch, batch: CostBatch): Promise<boolean> {
  return (await readCostRows(client, match, batch)).visits > 0;
}

// Prevents duplicates with the deduplication token and with the query ID: ClickHouse never runs two queries with the
// same ID at the same time.
function deduplicated({ batch }: CostBatch) {
  return { query_id: batch, clickhouse_settings: { ...settings, insert_deduplication_token: batch } };
}

// Selects rows by entry ID, because only one row of a batch contains the batch name.
function fromBatch(
  parameters: QueryParameters,
  match: CostMatch,
  { entryId, kind, timeMs }: CostBatch,
): string {
  return fromCampaignRows(parameters, match, [
    "type = 'adjustment'",
    `time = fromUnixTimestamp64Milli(${parameters.bind('Int64', timeMs)})`,
    `event_id = ${parameters.bind('UUID', entryId)}`,
    `has(reasons, ${parameters.bind('String', kind)})`,
  ]);
}
