import { countryCode } from '@waypost/contract/values/country.ts';
import { recordId } from '@waypost/contract/api/records.ts';
import {
  isTimeDimension,
  reportDimensions,
  type DimensionId,
} from '@waypost/contract/reports/report-dimensions.ts';
import {
  filterWords,
  definitionLimits,
  type FilterOperator,
  type ReportFilter,
} from '@waypost/contract/reports/report-forms.ts';
import { isCustomMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { reportLimits, type ReportVocabulary } from '@waypost/contract/reports/reports.ts';
import { toUnits } from '../money/decimal.ts';
import { readTimeKey } from './dimension-keys.ts';
import { describeMissing, type CustomMetric } from './custom-metric.ts';
import {
  isSeeking,
  type CustomFilter,
  type DimensionFilter,
  type MetricFilter,
} from './report-definition.ts';

const versionMax = 4_294_967_295;

// Converts a filter value to a row key. Returns undefined if the dimension cannot have this value.
function readDimensionKey(dimension: DimensionId, text: string): string | number | undefined {
  const { kind, choices } = reportDimensions[dimension];
  if (isTimeDimension(dimension)) return readTimeKey(dimension, text);
  if (kind === 'record') return recordId.safeParse(text).data;
  if (kind === 'country') return countryCode.safeParse(text).data;
  if (kind === 'number')
    return /^\d{1,10}$/.test(text) && Number(text) <= versionMax ? Number(text) : undefined;
  return choices === undefined || choices.includes(text) ? text : undefined;
}

// Describes the values that a dimension allows, in words that complete a sentence about one value.
function describeValues(dimension: DimensionId): string {
  const { kind, choices, example } = reportDimensions[dimension];
  if (choices !== undefined) return `must be one of ${choices.join(', ')}`;
  if (kind === 'record') return 'must be a 36-character ID';
  if (dimension === 'weekday') return 'must be a number from 1 (Monday) to 7 (Sunday)';
  if (dimension === 'hourOfDay') return 'must be a number from 0 to 23';
  if (kind === 'number') return `must be a whole number up to ${versionMax}`;
  if (kind === 'country') return 'must be an ISO 3166-1 country code such as DE';
  return `must look like ${example}`;
}

type FilterReading =
  | { kind: 'dimension'; filter: DimensionFilter }
  | { kind: 'metric'; filter: MetricFilter }
  | { kind: 'custom'; filter: CustomFilter }
  | { kind: 'mistake'; message: string };

const form = /^\s*([A-Za-z][A-Za-z0-9]*)\s*(!=|=|>|<)(.*)$/s;
// Characters that recorded text never contains.
const noText = /\0|\p{Cs}/u;
const number = /^-?\d{1,20}(?:\.\d{1,12})?$/;

type Comparison = {
  field: string;
  operator: FilterOperator;
  written: string;
  values: readonly string[];
  valuesMax: number;
};

// Dimensions and metrics that a filter can name. `custom` contains the custom metrics of the workspace.
export type FilterVocabulary = ReportVocabulary & { custom?: readonly CustomMetric[] };

export function readExpression(expression: string, vocabulary: FilterVocabulary): FilterReading {
  const match = form.exec(expression);
  if (match === null)
    return mistake(`"${shorten(expression)}" is not a valid filter. Examples: country=DE|AT, visits>100`);
  const [, field = '', sign = '', rest = ''] = match;
  const values = rest.split('|');
  const { filterValuesMax: valuesMax } = reportLimits;
  return readComparison(
    { field, operator: sign as FilterOperator, written: sign, values, valuesMax },
    vocabulary,
  );
}

export function readFilter({ field, op, values }: ReportFilter, vocabulary: FilterVocabulary): FilterReading {
  const operator = filterWords[op];
  const valuesMax = isSeeking(operator) ? definitionLimits.soughtTextsMax : definitionLimits.filterValuesMax;
  const texts = values.map((value) => (value === null ? '' : String(value)));
  return readComparison({ field, operator, written: ` ${op}`, values: texts, valuesMax }, vocabulary);
}

function readComparison(
  comparison: Comparison,
  { dimensions, metrics, hasCustomMetrics, custom = [] }: FilterVocabulary,
): FilterReading {
  const problem = judgeValues(comparison);
  if (problem !== undefined) return mistake(problem);
  const { field } = comparison;
  const dimension = dimensions.find((id) => id === field);
  if (dimension !== undefined) return readDimensionFilter(dimension, comparison);
  const metric = metrics.find((id) => id === field);
  if (metric !== undefined) return readMetricFilter(metric, comparison);
  if (hasCustomMetrics && isCustomMetricId(field)) return readCustomFilter(field, comparison, custom);
  return mistake(
    `unknown dimension or metric "${shorten(field)}". Available: ${[...dimensions, ...metrics].join(', ')}`,
  );
}

function judgeValues({ field, operator, written, values, valuesMax }: Comparison): string | undefined {
  const { filterValueLengthMax } = reportLimits;
  if (values.length > valuesMax) return `${field} has more than ${valuesMax} values`;
  if (isOrder(operator) && values.length > 1)
    return `${field}${written} takes one value, not ${values.length}`;
  if (values.some((value) => value.length > filterValueLengthMax))
    return `${field} has a value longer than ${filterValueLengthMax} characters`;
  if (values.some((value) => noText.test(value)))
    return `${field} has a value with a NUL or an incomplete surrogate pair`;
  return undefined;
}

function readDimensionFilter(field: DimensionId, { operator, written, values }: Comparison): FilterReading {
  const { kind } = reportDimensions[field];
  if (isOrder(operator) && kind !== 'time' && kind !== 'number')
    return mistake(
      `${written.trim()} needs a metric, a numeric dimension or a time dimension; ${field} is none of these`,
    );
  if (isSeeking(operator) && kind !== 'text' && kind !== 'tag')
    return mistake(`${written.trim()} needs a text dimension such as token1; ${field} is not one`);
  const given = values.filter((value) => value !== '');
  if ((isOrder(operator) || isSeeking(operator)) && given.length < values.length)
    return mistake(`${field}${written} needs a value`);
  const keys = given.map((value) => readDimensionKey(field, value));
  const wrong = given.find((_, at) => keys[at] === undefined);
  if (wrong !== undefined)
    return mistake(`"${shorten(wrong)}" is not a valid ${field}: it ${describeValues(field)}`);
  const filter = {
    field,
    operator,
    keys: [...new Set(keys.filter((key) => key !== undefined))],
    isMissingMeant: given.length < values.length,
  };
  return { kind: 'dimension', filter };
}

function readMetricFilter(field: MetricId, comparison: Comparison): FilterReading {
  const reading = readMetricComparison(comparison);
  return typeof reading === 'string' ? mistake(reading) : { kind: 'metric', filter: { field, ...reading } };
}

function readCustomFilter(
  id: string,
  comparison: Comparison,
  custom: readonly CustomMetric[],
): FilterReading {
  const field = custom.find((one) => one.id === id);
  if (field === undefined) return mistake(describeMissing(id));
  const reading = readMetricComparison(comparison);
  return typeof reading === 'string' ? mistake(reading) : { kind: 'custom', filter: { field, ...reading } };
}

// Returns the comparison, or the reason why it is not valid.
function readMetricComparison({
  field,
  operator,
  written,
  values,
}: Comparison): Omit<MetricFilter, 'field'> | string {
  if (isSeeking(operator)) return `${written.trim()} needs a dimension; ${field} is a metric`;
  const given = values.filter((value) => value !== '');
  if (isOrder(operator) && given.length === 0) return `${field}${written} needs a value`;
  const wrong = given.find((value) => !number.test(value));
  if (wrong !== undefined)
    return `"${shorten(wrong)}" is not a valid number for ${field}: write it like 12.5, with at most 12 decimals`;
  return { operator, units: given.map(toUnits), isMissingMeant: given.length < values.length };
}

function isOrder(operator: FilterOperator): boolean {
  return operator === '>' || operator === '<';
}

function mistake(message: string): FilterReading {
  return { kind: 'mistake', message };
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60).toWellFormed()}…`;
}
