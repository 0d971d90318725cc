import { formatFieldValue } from '@waypost/contract/conditions/format-field.ts';
import { reportDimensions, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { countryOptions } from '../../lib/format/country-names.ts';
import { formatDimensionValue } from '../../lib/reports/dimension-labels.ts';
import type { ReportValue } from './report-search.ts';

/**
 * Returns the allowed values, or undefined if any text is allowed. There is no list of all paths, so only the paths in
 * the rows shown are offered.
 */
export function optionsOf(
  field: DimensionId,
  seen: readonly ReportValue[],
  names: Readonly<Record<string, string>>,
): readonly { value: string; label: string }[] | undefined {
  const { kind, choices } = reportDimensions[field];
  if (kind === 'country') return countryOptions;
  if (choices !== undefined)
    return choices.map((value) => ({ value, label: formatFieldValue(field, value) }));
  if (kind !== 'record') return undefined;
  return seen
    .filter((value) => value !== null)
    .map((value) => ({ value: String(value), label: formatDimensionValue(field, value, names) }));
}
