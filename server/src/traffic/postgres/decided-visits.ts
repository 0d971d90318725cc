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
import { eventsRequest } from '../request-errors.ts';
import type { DecidedRequest, DecidedSelection, RouteVisits } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { explainQueryError } from './explain-query-error.ts';
import { selectAttribute } from './find-visits.ts';
import { Parameters } from './parameters.ts';
import { isNotTest } from './rollups.ts';

const timeoutMs = 60_000;
// Shorter than `timeoutMs`, because a user is waiting for the page.
const pageTimeoutMs = 15_000;
const hashCount = 2 ** 32;

export async function countDecided(
  connections: TrafficConnections,
  request: DecidedRequest,
  intervalMs: number,
): Promise<TimedVisits[]> {
  const parameters = new Parameters();
  const width = parameters.bind('bigint', intervalMs);
  const rows = await runQuery<{ fromMs: number; visits: number }>(connections, request, {
    text: `SELECT (visit_time / ${width} * ${width})::float8 AS "fromMs", count(*)::float8 AS visits
      FROM traffic.events WHERE ${decidedVisits(parameters, request)} GROUP BY 1 ORDER BY 1`,
    parameters,
  });
  return rows.map(({ fromMs, visits }) => ({
    fromMs: Math.max(fromMs, request.fromMs),
    untilMs: Math.min(fromMs + intervalMs, request.untilMs),
    visits,
  }));
}

export async function countByRoute(
  connections: TrafficConnections,
  request: DecidedRequest,
): Promise<RouteVisits[]> {
  const parameters = new Parameters();
  return await runQuery<RouteVisits>(connections, request, {
    text: `SELECT rule_id AS "ruleId", path_id AS "pathId", count(*)::float8 AS visits
      FROM traffic.events WHERE ${decidedVisits(parameters, request)} GROUP BY rule_id, path_id`,
    parameters,
    timeoutMs: pageTimeoutMs,
  });
}

const marks = [
  ...decidedReasons.map((reason, at) => `coalesce('${reason}' = ANY(reasons), false)::int * ${2 ** at}`),
  `(outcome = 'all-capped')::int * ${decidedMarks.allCapped}`,
  ...(['bot', 'prefetch', 'unique'] as const).map(
    (name) => `coalesce(is_${name}, false)::int * ${decidedMarks[name]}`,
  ),
].join(' + ');

type Found = Omit<DecidedVisit, 'values' | 'revenue' | keyof ReturnType<typeof readMarks>> & {
  marks: number;
};
type Money = { visitId: string; revenue: number; cost: number };

export async function readDecided(
  connections: TrafficConnections,
  request: DecidedRequest,
  { attributes, hashBound }: DecidedSelection,
): Promise<DecidedVisit[]> {
  const parameters = new Parameters();
  const isSampled =
    hashBound >= hashCount
      ? ''
      : `AND ('x' || left(md5(visit_id::text), 8))::bit(32)::bigint < ${parameters.bind('bigint', hashBound)}`;
  const values = attributes.map(
    (name) => `, ${selectAttribute(columnOf(name), visitAttributes[name].kind)} AS "value ${name}"`,
  );
  const [found, money] = await Promise.all([
    runQuery<Found & Record<`value ${string}`, unknown>>(connections, request, {
      text: `SELECT visit_id AS "visitId", campaign_id AS "campaignId", visit_time::float8 AS "timeMs",
          config_version::float8 AS "configVersion", rule_id AS "ruleId", path_id AS "pathId",
          landing_id AS "landingId", offer_id AS "offerId", coalesce(cost, 0)::float8 AS cost,
          ${marks} AS marks ${values.join('')}
        FROM traffic.events WHERE ${decidedVisits(parameters, request)} ${isSampled}`,
      parameters,
    }),
    readMoney(connections, request),
  ]);
  const moneyByVisit = new Map(money.map((row) => [row.visitId, row]));
  return found.map((row) => {
    const laterMoney = moneyByVisit.get(row.visitId);
    return {
      visitId: row.visitId,
      campaignId: row.campaignId,
      timeMs: row.timeMs,
      configVersion: row.configVersion,
      ruleId: row.ruleId,
      pathId: row.pathId,
      landingId: row.landingId,
      offerId: row.offerId,
      ...readMarks(row.marks),
      revenue: laterMoney?.revenue ?? 0,
      cost: row.cost + (laterMoney?.cost ?? 0),
      values: Object.fromEntries(attributes.map((name) => [name, row[`value ${name}`]])),
    };
  });
}

async function readMoney(connections: TrafficConnections, request: DecidedRequest): Promise<Money[]> {
  const parameters = new Parameters();
  return await runQuery<Money>(connections, request, {
    text: `SELECT visit_id AS "visitId", coalesce(sum(revenue), 0)::float8 AS revenue,
        coalesce(sum(cost), 0)::float8 AS cost
      FROM traffic.events WHERE ${ofRotator(parameters, request)} AND type <> 'visit'
        AND (revenue IS NOT NULL OR cost IS NOT NULL)
      GROUP BY visit_id`,
    parameters,
  });
}

function ofRotator(
  parameters: Parameters,
  { workspaceId, rotatorId, fromMs, untilMs }: DecidedRequest,
): string {
  return `workspace_id = ${parameters.bind('uuid', workspaceId)} AND rotator_id = ${parameters.bind('uuid', rotatorId)}
    AND visit_time >= ${parameters.bind('bigint', fromMs)} AND visit_time < ${parameters.bind('bigint', untilMs)}`;
}

function decidedVisits(parameters: Parameters, request: DecidedRequest): string {
  return `${ofRotator(parameters, request)} AND type = 'visit' AND path_id IS NOT NULL
    AND time >= ${parameters.bind('bigint', request.fromMs)} AND time < ${parameters.bind('bigint', request.untilMs)}
    AND ${isNotTest} AND outcome IN (${decidedOutcomes.map((outcome) => `'${outcome}'`).join(', ')})
    ${request.withBots ? '' : 'AND is_bot IS NOT TRUE'}`;
}

async function runQuery<Row extends object>(
  connections: TrafficConnections,
  { workspaceId, signal }: DecidedRequest,
  query: { text: string; parameters: Parameters; timeoutMs?: number },
): Promise<Row[]> {
  const { text, parameters } = query;
  try {
    return await connections.readAs(
      workspaceId,
      { timeoutMs: query.timeoutMs ?? timeoutMs, signal },
      async (client) => (await client.query<Row>(text, parameters.values)).rows,
    );
  } catch (error) {
    throw explainQueryError(error, eventsRequest);
  }
}
