import type { QueryParameters } from '../query-parameters.ts';
import type { RowPlan } from './plan-rows.ts';

/** What clocks showed at a visit, as texts for a query: seconds since 1970 on the clock, and its distance from UTC. */
export type LocalTime = { localSeconds: string; offsetSeconds: string };

/**
 * Offsets come from the same calendar that everything else here goes by, not from ClickHouse's own: two versions of the
 * rules of clock changes would give days that do not add up.
 */
export function buildLocalTime(parameters: QueryParameters, { timeColumn, spans }: RowPlan): LocalTime {
  const offsets = spans.map(({ offsetMs }) => parameters.bind('Int64', offsetMs / 1_000));
  const ends = spans.slice(1).map(({ startMs }) => momentSql(parameters, timeColumn, startMs));
  const branches = ends.map((end, at) => `${timeColumn} < ${end}, ${offsets[at]}`);
  const last = offsets.at(-1) ?? '0';
  const offsetSeconds = branches.length === 0 ? last : `multiIf(${[...branches, last].join(', ')})`;
  const seconds =
    timeColumn === 'visit_time'
      ? 'intDiv(toUnixTimestamp64Milli(visit_time), 1000)'
      : `toInt64(toUnixTimestamp(${timeColumn}))`;
  return { localSeconds: `(${seconds} + ${offsetSeconds})`, offsetSeconds };
}

/** A moment that a column of time is compared with, in that column's own type. */
export function momentSql(
  parameters: QueryParameters,
  column: RowPlan['timeColumn'],
  momentMs: number,
): string {
  return column === 'visit_time'
    ? `fromUnixTimestamp64Milli(${parameters.bind('Int64', momentMs)})`
    : `toDateTime(${parameters.bind('UInt32', Math.ceil(momentMs / 1_000))}, 'UTC')`;
}
