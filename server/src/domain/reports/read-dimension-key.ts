import { countryCode } from '@waypost/contract/country.ts';
import { recordId } from '@waypost/contract/records.ts';
import { isTimeDimension, reportDimensions, type DimensionId } from '@waypost/contract/report-dimensions.ts';
import { readTimeKey } from './dimension-keys.ts';

const versionMax = 4_294_967_295;

/** What a value in a filter is compared as; undefined where it can be no value of the dimension. */
export function readDimensionKey(dimension: DimensionId, text: string): string | number | undefined {
  const { kind, choices } = reportDimensions[dimension];
  if (isTimeDimension(dimension)) return readTimeKey(dimension, text);
  if (kind === 'record') return recordId.safeParse(text).data;
  if (kind === 'country') return countryCode.safeParse(text).data;
  if (kind === 'number')
    return /^\d{1,10}$/.test(text) && Number(text) <= versionMax ? Number(text) : undefined;
  return choices === undefined || choices.includes(text) ? text : undefined;
}

/** What is allowed, as the end of a sentence. */
export function describeValues(dimension: DimensionId): string {
  const { kind, choices, example } = reportDimensions[dimension];
  if (choices !== undefined) return `is one of ${choices.join(', ')}`;
  if (kind === 'record') return 'is an id of 36 characters';
  if (dimension === 'weekday') return 'is a number from 1, which is Monday, to 7';
  if (dimension === 'hourOfDay') return 'is a number from 0 to 23, such as 7';
  if (kind === 'number') return `is a whole number up to ${versionMax}`;
  if (kind === 'country') return 'is a country code of ISO 3166-1, such as DE';
  return `looks like ${example}`;
}
