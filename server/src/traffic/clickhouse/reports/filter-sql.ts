import { reportDimensions, type DimensionKind } from '@waypost/contract/report-dimensions.ts';
import { foldCase } from '../../../domain/reports/fold-case.ts';
import {
  isSeeking,
  type DimensionFilter,
  type MetricFilter,
} from '../../../domain/reports/report-definition.ts';
import type { ParameterType, QueryParameters } from '../query-parameters.ts';
import { noId } from '../../../domain/traffic/cells.ts';

type Stored = { type: 'UUID' | 'String' | 'Int64'; missing: string | number | undefined };

/** How the keys of a dimension are stored, and what stands for unknown; time is always known. */
const stored: Readonly<Record<DimensionKind, Stored>> = {
  time: { type: 'Int64', missing: undefined },
  number: { type: 'Int64', missing: 0 },
  record: { type: 'UUID', missing: noId },
  choice: { type: 'String', missing: '' },
  country: { type: 'String', missing: '' },
  text: { type: 'String', missing: '' },
  tag: { type: 'String', missing: '' },
};

/** Whether a row is meant by a filter; `key` is what it is grouped by. */
export function dimensionCondition(
  parameters: QueryParameters,
  key: string,
  filter: DimensionFilter,
): string {
  const { field, operator, keys, isMissingMeant } = filter;
  if (isSeeking(operator)) return soughtCondition(parameters, key, filter);
  const { type, missing } = stored[reportDimensions[field].kind];
  // What stands for unknown is no value: whoever names it by its stored form finds nothing.
  const known = keys.filter((one) => one !== missing);
  if (operator === '>' || operator === '<') {
    const [bound] = keys;
    const isKnown = missing === undefined ? '' : ` AND ${key} != ${parameters.bind(type, missing)}`;
    return `${key} ${operator} ${parameters.bind(type, bound ?? 0)}${isKnown}`;
  }
  const meant = isMissingMeant && missing !== undefined ? [...known, missing] : known;
  return operator === '='
    ? isOneOf(parameters, key, type, meant)
    : `NOT (${isOneOf(parameters, key, type, meant)})`;
}

/** Whether one of these texts is in that of a row; in what stands for unknown none is. */
function soughtCondition(
  parameters: QueryParameters,
  key: string,
  { operator, keys }: DimensionFilter,
): string {
  const { from, to, texts } = foldCase(keys.map(String));
  const folded =
    from === ''
      ? key
      : `translateUTF8(${key}, ${parameters.bind('String', from)}, ${parameters.bind('String', to)})`;
  const holds = operator === 'startsWith' ? `startsWith(${folded}, text)` : `position(${folded}, text) > 0`;
  const found = splitList(texts).map(
    (list) => `arrayExists(text -> ${holds}, ${parameters.bind('Array(String)', list)})`,
  );
  return `${operator === 'notContains' ? 'NOT ' : ''}(${found.join(' OR ')})`;
}

/** Whether a group is meant; `value` is the name of a metric in whole numbers of the twelfth decimal, or NULL. */
export function metricCondition(
  parameters: QueryParameters,
  value: string,
  { operator, units, isMissingMeant }: MetricFilter,
): string {
  if (operator === '>' || operator === '<')
    return `ifNull(${value} ${operator} ${parameters.bind('Int256', String(units[0] ?? 0))}, 0)`;
  // As texts: lists of numbers this long cannot be bound.
  const isNamed = `ifNull(${isOneOf(parameters, `toString(${value})`, 'String', units.map(String))}, 0)`;
  const isMeant = isMissingMeant ? `(${isNamed} OR ${value} IS NULL)` : isNamed;
  return operator === '=' ? isMeant : `NOT ${isMeant}`;
}

// ClickHouse takes values of up to 128 KiB each, as they are written there.
const listBytesMax = 60_000;

function isOneOf(
  parameters: QueryParameters,
  expression: string,
  type: Stored['type'],
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
    // Quotes, a comma, and perhaps a backslash before each character.
    const more = Buffer.byteLength(String(value)) * 2 + 3;
    if (bytes + more > listBytesMax) {
      lists.push([]);
      bytes = 0;
    }
    bytes += more;
    lists.at(-1)?.push(value);
  }
  return lists;
}
