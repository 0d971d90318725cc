import { toUnits } from '../../domain/money/decimal.ts';
import { columnsOfVisit } from '../../domain/traffic/columns.ts';
import type { CostBatch, CostCharge, CostMatch, CostRows } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';
import { batchSettings } from './insert-batch.ts';
import { insertColumnName } from './insert-column-names.ts';
import { fromCampaignRows, fromMatchingRows, fromMatchingVisits } from './match-visits.ts';
import { QueryParameters } from './query-parameters.ts';

/** What a cost row has from its visit: it adds to every report that the visit is in, and goes on the day its visit goes. */
const copied = [...columnsOfVisit, 'expires'];

const own = ['batch', 'type', 'time', 'id', 'event_id', 'reasons', 'cost'];
const insertInto = `INSERT INTO events (${[...own, ...copied].map(insertColumnName).join(', ')})`;

/** An insert that takes longer than this is ended by ClickHouse: whoever waits so long knows what became of it. */
const insertSeconds = 20;
export const costWriteMsMax = (insertSeconds + 5) * 1_000;

/** A part is one insert, and one block in memory: of all columns and rollups, half a gigabyte at most. */
export const costVisitsMax = 50_000;

const settings = {
  ...batchSettings,
  max_execution_time: insertSeconds,
  max_threads: 1,
} as const;

// The same decision as allotCost in domain/costs/allot-cost.ts, in units of the twelfth decimal.
const remainder = '(size - quotient * matching)';
const allotment = [
  'abs(amount) AS size',
  'intDiv(size, matching) AS quotient',
  `quotient + (${remainder} * 2 > matching OR (${remainder} * 2 = matching AND quotient % 2 = 1)) AS rounded`,
  'if(rounded * (matching - 1) > size, quotient, rounded) AS each',
  'sign(amount) * if(place = matching, size - each * (matching - 1), each) AS units',
  "toDecimal128(units, 0) * toDecimal128('0.000000000001', 12) AS cost",
].join(', ');

/**
 * Writes one cost row for each matching visit, which together bear the amount to the last digit, however many there are
 * by now: they are counted and charged in one reading. All of them are one block, so all or none are stored.
 */
export async function spreadCost(
  client: ClickHouseClient,
  match: CostMatch,
  { amount, replaces }: CostCharge,
  batch: CostBatch,
): Promise<void> {
  const parameters = new QueryParameters();
  const units = `toInt128(${parameters.bind('String', String(toUnits(amount)))})`;
  const charged = `
      WITH ${units} AS amount, ${allotment}
      SELECT cost, ${copied.join(', ')}
      FROM (
        SELECT ${copied.join(', ')}, toInt128(row_number() OVER (ORDER BY visit_time, visit_id)) AS place,
          toInt128(count() OVER ()) AS matching
        ${fromMatchingVisits(parameters, match)}
      )`;
  await client.command({
    query: `
      ${insertInto}
      SELECT ${ownCells(parameters, batch)}, cost, ${copied.join(', ')}
      FROM (${replaces ? withTakenOut(parameters, match, charged) : charged})`,
    query_params: parameters.values,
    ...guarded(batch),
  });
}

/**
 * The same less what the visits cost so far. That is taken out where it is: a conversion may count for another offer
 * than its visit, or expire on another day. Put together by all of this, so that replacing again and again does not
 * double the rows each time.
 */
function withTakenOut(parameters: QueryParameters, match: CostMatch, charged: string): string {
  return `
      SELECT sum(charge) AS cost, ${copied.join(', ')} FROM (
        SELECT cost AS charge, ${copied.join(', ')} FROM (${charged})
        UNION ALL
        SELECT -cost AS charge, ${copied.join(', ')} ${fromMatchingRows(parameters, match, 'cost != 0')}
      ) GROUP BY ${copied.join(', ')}`;
}

/** Writes what takes back each row of a batch, to the last digit. */
export async function withdrawCost(
  client: ClickHouseClient,
  match: CostMatch,
  spread: CostBatch,
  withdrawn: CostBatch,
): Promise<void> {
  const parameters = new QueryParameters();
  await client.command({
    query: `
      ${insertInto}
      SELECT ${ownCells(parameters, withdrawn)}, -cost, ${copied.join(', ')}
      ${fromBatch(parameters, match, spread)}`,
    query_params: parameters.values,
    ...guarded(withdrawn),
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

/** What is stored of a batch. */
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

/**
 * Against doubling: the token, and the name of the query, which ClickHouse runs once at a time. Whoever does not know
 * what became of an insert asks for the batch before the next try, since tokens do not outlive a power cut.
 */
function guarded({ batch }: CostBatch) {
  return { query_id: batch, clickhouse_settings: { ...settings, insert_deduplication_token: batch } };
}

/** By the entry that they name, since only one row of a batch has its name. */
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
