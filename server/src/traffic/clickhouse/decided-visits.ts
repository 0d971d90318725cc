import { visitAttributes } from '@waypost/contract/visits/visit-attributes.ts';
import type { TimedVisits } from '../../domain/costs/allot-cost.ts';
import {
  decidedMarks,
  decidedOutcomes,
  decidedReasons,
  readMarks,
  type DecidedVisit,
} from '../../domain/replay/decided-visit.ts';
import { columnOf } from '../../domain/traffic/attribute-columns.ts';
import { noId } from '../../domain/traffic/cells.ts';
import type { DecidedRequest, DecidedSelection, RouteVisits } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';
import { attributeColumns } from './feed/feed-columns.ts';
import { QueryParameters } from './query-parameters.ts';
import { readEvents } from './read-events.ts';
import { fromWorkspaceRows, isNotTest } from './workspace-rows.ts';

const hashCount = 2 ** 32;

export async function countDecided(
  client: ClickHouseClient,
  request: DecidedRequest,
  intervalMs: number,
): Promise<TimedVisits[]> {
  const parameters = new QueryParameters();
  const width = parameters.bind('Int64', intervalMs);
  const query = `SELECT toFloat64(intDiv(toUnixTimestamp64Milli(visit_time), ${width}) * ${width}) AS bucket, toFloat64(count())
    ${fromDecided(parameters, request)} GROUP BY bucket ORDER BY bucket`;
  const rows = await readEvents(client, { query, params: parameters.values, signal: request.signal });
  return (rows as [number, number][]).map(([fromMs, visits]) => ({
    fromMs: Math.max(fromMs, request.fromMs),
    untilMs: Math.min(fromMs + intervalMs, request.untilMs),
    visits,
  }));
}

export async function countByRoute(
  client: ClickHouseClient,
  request: DecidedRequest,
): Promise<RouteVisits[]> {
  const parameters = new QueryParameters();
  const query = `SELECT rule_id, path_id, toFloat64(count()) ${fromDecided(parameters, request)} GROUP BY rule_id, path_id`;
  const rows = await readEvents(client, { query, params: parameters.values, signal: request.signal });
  return (rows as [string, string, number][]).map(([ruleId, pathId, visits]) => ({
    ruleId: idOrNull(ruleId),
    pathId,
    visits,
  }));
}

const marks = [
  ...decidedReasons.map((reason, at) => `has(reasons, '${reason}') * ${2 ** at}`),
  `(outcome = 'all-capped') * ${decidedMarks.allCapped}`,
  ...(['bot', 'prefetch', 'unique'] as const).map((name) => `toUInt8(is_${name}) * ${decidedMarks[name]}`),
].join(' + ');

const ownColumns = `visit_id, campaign_id, toFloat64(toUnixTimestamp64Milli(visit_time)), config_version, rule_id, path_id, landing_id,
  offer_id, toFloat64(cost), ${marks}`;
type Own = [string, string, number, number, string, string, string, string, number, number];
const ownCells = 10;

export async function readDecided(
  client: ClickHouseClient,
  request: DecidedRequest,
  { attributes, hashBound }: DecidedSelection,
): Promise<DecidedVisit[]> {
  const parameters = new QueryParameters();
  const columns = attributes.map((name) => attributeColumns[visitAttributes[name].kind](columnOf(name)));
  const sampleCondition =
    hashBound >= hashCount
      ? []
      : [
          `reinterpretAsUInt32(reverse(substring(MD5(toString(visit_id)), 1, 4))) < ${parameters.bind('UInt64', hashBound)}`,
        ];
  const selected = [ownColumns, ...columns.map(({ sql }) => sql)].join(', ');
  const query = `SELECT ${selected} ${fromDecided(parameters, request, sampleCondition)}`;
  const [rows, money] = await Promise.all([
    readEvents(client, { query, params: parameters.values, signal: request.signal }),
    readMoney(client, request),
  ]);
  return rows.map((cells) => {
    const [visitId, campaignId, timeMs, configVersion, ruleId, pathId, landingId, offerId, cost, bits] =
      cells as unknown as Own;
    const laterMoney = money.get(visitId);
    const values: Record<string, unknown> = {};
    for (const [at, name] of attributes.entries())
      values[name] = columns[at]?.read(cells[ownCells + at] as never);
    return {
      visitId,
      campaignId,
      timeMs,
      configVersion,
      ruleId: idOrNull(ruleId),
      pathId,
      landingId: idOrNull(landingId),
      offerId: idOrNull(offerId),
      ...readMarks(bits),
      revenue: laterMoney?.revenue ?? 0,
      cost: cost + (laterMoney?.cost ?? 0),
      values,
    };
  });
}

function idOrNull(id: string): string | null {
  return id === noId ? null : id;
}

async function readMoney(
  client: ClickHouseClient,
  request: DecidedRequest,
): Promise<Map<string, { revenue: number; cost: number }>> {
  const parameters = new QueryParameters();
  const from = fromRotator(parameters, request, ["type <> 'visit'", 'revenue <> 0 OR cost <> 0']);
  const query = `SELECT visit_id, toFloat64(sum(revenue)), toFloat64(sum(cost)) ${from} GROUP BY visit_id`;
  const rows = await readEvents(client, { query, params: parameters.values, signal: request.signal });
  return new Map(
    (rows as [string, number, number][]).map(([visitId, revenue, cost]) => [visitId, { revenue, cost }]),
  );
}

function fromDecided(
  parameters: QueryParameters,
  request: DecidedRequest,
  conditions: readonly string[] = [],
): string {
  return fromRotator(parameters, request, [
    "type = 'visit'",
    isNotTest,
    `path_id <> '${noId}'`,
    `outcome IN (${decidedOutcomes.map((outcome) => `'${outcome}'`).join(', ')})`,
    ...(request.withBots ? [] : ['NOT is_bot']),
    ...conditions,
  ]);
}

function fromRotator(
  parameters: QueryParameters,
  { workspaceId, rotatorId, fromMs, untilMs }: DecidedRequest,
  conditions: readonly string[],
): string {
  const moment = (ms: number) => `fromUnixTimestamp64Milli(${parameters.bind('Int64', ms)}, 'UTC')`;
  return fromWorkspaceRows(parameters, workspaceId, [
    `rotator_id = ${parameters.bind('UUID', rotatorId)}`,
    `visit_time >= ${moment(fromMs)} AND visit_time < ${moment(untilMs)}`,
    ...conditions,
  ]);
}
