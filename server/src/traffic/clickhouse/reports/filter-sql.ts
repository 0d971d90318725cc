import { reportDimensions, type DimensionKind } from '@waypost/contract/reports/report-dimensions.ts';
import { foldCase } from '../../../domain/reports/fold-case.ts';
import {
  isSeeking,
  type DimensionFilter,
  type MetricFilter,
} from '../../../domain/reports/report-definition.ts';
import type { ParameterType, QueryParameters } from '../query-parameters.ts';
import { noId } from '../../../domain/traffic/cells.ts';

type StoredType = { type: 'UUID' | 'String' | 'Int64'; missing: string | number | undefined };

// Type of the dimension keys and the value stored for "unknown". The time of a visit is always known.
const storedTypes: Readonly<Record<DimensionKind, StoredType>> = {
  time: { type: 'Int64', missing: undefined },
  number: { type: 'Int64', missing: 0 },
  record: { type: 'UUID', missing: noId },
  choice: { type: 'String', missing: '' },
  country: { type: 'String', missing: '' },
  text: { type: 'String', missing: '' },
  tag: { type: 'String', missing: '' },
};

export function dimensionCondition(
  parameters: QueryParameters,
  key: string,
  filter: DimensionFilter,
): string {
  const { field, operator, keys, isMissingMeant } = filter;
  if (isSeeking(operator)) return textCondition(parameters, key, filter);
  const { type, missing } = storedTypes[reportDimensions[field].kind];
  // The value stored for "unknown" is not a valid filter value, so it matches nothing.
  const known = keys.filter((one) => one !== missing);
  if (operator === '>' || operator === '<') {
    const [bound] = keys;
    const isKnown = missing === undefined ? '' : ` AND ${key} != ${parameters.bind(type, missing)}`;
    return `${key} ${operator} ${parameters.bind(type, bound ?? 0)}${isKnown}`;
  }
  const included = isMissingMeant && missing !== undefined ? [...known, missing] : known;
  return operator === '='
    ? isOneOf(parameters, key, type, included)
    : `NOT (${isOneOf(parameters, key, type, included)})`;
}

function textCondition(
  parameters: QueryParameters,
  key: string,
  { operator, keys }: DimensionFilter,
): string {
  const { from, to, texts } = foldCase(keys.map(String));
  const folded =
    from === ''
      ? key
      : `translateUTF8(${key}, ${parameters.bind('String', from)}, ${parameters.bind('String', to)})`;
  const isMatch = operator === 'startsWith' ? `startsWith(${folded}, text)` : `position(${folded}, text) > 0`;
  const found = splitList(texts).map(
    (list) => `arrayExists(text -> ${isMatch}, ${parameters.bind('Array(String)', list)})`,
  );
  return `${operator === 'notContains' ? 'NOT ' : ''}(${found.join(' OR ')})`;
}

export function metricCondition(
  parameters: QueryParameters,
  value: string,
  { operator, units, isMissingMeant }: MetricFilter,
): string {
  if (operator === '>' || operator === '<')
    return `ifNull(${value} ${operator} ${parameters.bind('Int256', String(units[0] ?? 0))}, 0)`;
  // Values are compared as text, because arrays of Int256 cannot be bound.
  const isListed = `ifNull(${isOneOf(parameters, `toString(${value})`, 'String', units.map(String))}, 0)`;
  const isIncluded = isMissingMeant ? `(${isListed} OR ${value} IS NULL)` : isListed;
  return operator === '=' ? isIncluded : `NOT ${isIncluded}`;
}

// ClickHouse accepts values of up to 128 KiB each, in escaped form.
const listBytesMax = 60_000;

function isOneOf(
  parameters: QueryParameters,
  expression: string,
  type: StoredType['type'],
  values: readonly (string | number)[],
): string {
  const [first] = values;
  if (first === undefined) return '0';
  if (values.length === 1) return `${expression} = ${parameters.bind(type, first)}`;
  const lists = splitList(values).map(
    (list) => `${expression} IN ${parameters.bind(`Array(${type})` as ParameterType, list)}`,
  );
  return `(${lists.join(' OR ')})`;
}

function splitList(values: readonly (string | number)[]): (string | number)[][] {
  const lists: (string | number)[][] = [[]];
  let bytes = 0;
  for (const value of values) {
    // Counts two quotes, a comma, and possibly a backslash before each character.
    const valueBytes = Buffer.byteLength(String(value)) * 2 + 3;
    if (bytes + valueBytes > listBytesMax) {
      lists.push([]);
      bytes = 0;
    }
    bytes += valueBytes;
    lists.at(-1)?.push(value);
  }
  return lists;
}
