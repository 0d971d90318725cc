import { formatDay } from './date-range.ts';
import { formatFieldValue } from '../conditions/format-field.ts';
import type { FieldLabels } from './field-labels.ts';
import { showInvisible } from '../values/invisible-text.ts';
import type { DimensionId } from './report-dimensions.ts';
import { countryName } from '../values/country-name.ts';

// Labels that cannot be derived from the ID of the dimension.
const labels: Readonly<Partial<Record<DimensionId, string>>> = {
  hourOfDay: 'Hour of day',
  trafficSource: 'Traffic source',
  landing: 'Landing page',
  configVersion: 'Version',
  affiliateNetwork: 'Affiliate network',
  isp: 'ISP',
  connectionType: 'Connection',
  deviceType: 'Device',
  deviceBrand: 'Brand',
  deviceModel: 'Model',
  os: 'OS',
  osVersion: 'OS version',
  browserVersion: 'Browser version',
  referrerDomain: 'Referrer',
};

// Returns the label. `names` has the names of tokens.
export function dimensionLabel(id: DimensionId, names?: FieldLabels): string {
  return (
    names?.get(id) ??
    labels[id] ??
    id.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replace(/(?<=\D)(?=\d)/, ' ')
  );
}

const unknownValue = 'Unknown';

export function formatDimensionValue(
  id: DimensionId,
  value: string | number | null | undefined,
  names: Readonly<Record<string, string>> | undefined,
): string {
  if (value === null || value === undefined || value === '') return unknownValue;
  const text = String(value);
  if (id === 'weekday') return formatFieldValue(id, text);
  if (id === 'hourOfDay') return `${text.padStart(2, '0')}:00`;
  if (id === 'country') return countryName(text);
  if (id === 'hour' || id === 'day' || id === 'week') return formatDay(text.slice(0, 16));
  // Reads only own properties, because a visitor can send text such as `constructor`.
  const name = names !== undefined && Object.hasOwn(names, text) ? names[text] : undefined;
  return showInvisible(name ?? text);
}
