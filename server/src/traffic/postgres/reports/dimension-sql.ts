import {
  isTimeDimension,
  reportDimensions,
  type DimensionId,
  type DimensionKind,
} from '@waypost/contract/reports/report-dimensions.ts';
import type { OffsetSpan } from '../../../domain/calendar/zone-offsets.ts';
import { hourKeyFactor, hourKeyShift } from '../../../domain/reports/dimension-keys.ts';
import { foldCase } from '../../../domain/reports/fold-case.ts';
import { isSeeking, type DimensionFilter } from '../../../domain/reports/report-definition.ts';
import { noId } from '../../../domain/traffic/cells.ts';
import { dimensionColumns } from '../../dimension-columns.ts';
import type { Parameters } from '../parameters.ts';

/** SQL expressions for the local time of a visit: seconds since 1970 in local time, and the UTC offset in seconds. */
export type LocalTime = { localSeconds: string; offsetSeconds: string };

/**
 * Uses UTC offsets from Waypost's own calendar instead of PostgreSQL's time zones, because days would not add up if two
 * versions of the time zone rules were used.
 */
export function buildLocalTime(timeColumn: string, spans: readonly OffsetSpan[]): LocalTime {
  const offsets = spans.map(({ offsetMs }) => Math.round(offsetMs / 1_000));
  const last = `(${offsets.at(-1) ?? 0})`;
  const branches = spans
    .slice(1)
    .map(({ startMs }, at) => `WHEN ${timeColumn} < ${startMs} THEN ${offsets[at]}`);
  const offsetSeconds = branches.length === 0 ? last : `CASE ${branches.join(' ')} ELSE ${last} END`;
  return { localSeconds: `(${timeColumn} / 1000 + ${offsetSeconds})`, offsetSeconds };
}

export function keyOf(dimension: DimensionId, { localSeconds, offsetSeconds }: LocalTime): string {
  if (!isTimeDimension(dimension)) return dimensionColumns[dimension];
  const days = `(${localSeconds} / 86400)`;
  switch (dimension) {
    case 'day':
      return days;
    // 1970-01-01 was a Thursday, so the day number of a Monday is 4 more than a multiple of 7.
    case 'week':
      return `((${days} + 3) / 7 * 7 - 3)`;
    case 'month':
      return `to_char(date '1970-01-01' + ${days}::integer, 'YYYYMM')::bigint`;
    case 'weekday':
      return `((${days} + 3) % 7 + 1)`;
    case 'hourOfDay':
      return `(${localSeconds} % 86400 / 3600)`;
    case 'hour':
      return `((${localSeconds} / 3600 * 3600 - ${offsetSeconds}) * ${hourKeyFactor} + ${hourKeyShift} - ${offsetSeconds})`;
  }
}

const types: Readonly<Record<DimensionKind, string>> = {
  time: 'bigint',
  number: 'bigint',
  record: 'uuid',
  choice: 'text',
  country: 'text',
  text: 'text',
  tag: 'text',
};

const zeros: Readonly<Record<string, string>> = { bigint: '0', uuid: `'${noId}'::uuid`, text: `''` };

/**
 * Returns an arbitrary non-null value of the dimension's type, for comparisons in which a separate column marks NULL.
 */
export function zeroOf(dimension: DimensionId): string {
  return zeros[types[reportDimensions[dimension].kind]] ?? 'NULL';
}

export function dimensionCondition(parameters: Parameters, key: string, filter: DimensionFilter): string {
  const { field, operator, keys, isMissingMeant } = filter;
  if (isSeeking(operator)) return textCondition(parameters, key, filter);
  const type = types[reportDimensions[field].kind];
  if (operator === '>' || operator === '<')
    return `coalesce(${key} ${operator} ${parameters.bind(type, keys[0] ?? 0)}, false)`;
  const isListed = keys.length === 0 ? 'false' : `${key} = ANY(${parameters.bind(`${type}[]`, keys)})`;
  if (operator === '=') return isMissingMeant ? `(${isListed} OR ${key} IS NULL)` : isListed;
  return `NOT coalesce(${isListed}, false)${isMissingMeant ? ` AND ${key} IS NOT NULL` : ''}`;
}

function textCondition(parameters: Parameters, key: string, { operator, keys }: DimensionFilter): string {
  const { from, to, texts } = foldCase(keys.map(String));
  const folded =
    from === '' ? key : `translate(${key}, ${parameters.bind('text', from)}, ${parameters.bind('text', to)})`;
  const start = operator === 'startsWith' ? '' : '%';
  const patterns = texts.map((text) => `${start}${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const isFound = `coalesce(${folded} LIKE ANY(${parameters.bind('text[]', patterns)}), false)`;
  return operator === 'notContains' ? `NOT ${isFound}` : isFound;
}
