import { dimensionIds } from './report-dimensions.ts';
import { metricIds, namedMetricIds, reportMetrics } from './report-metrics.ts';
import type { FieldNames, FieldNamesQuery } from './field-names.ts';

// Labels by ID of the dimension or metric, such as `token1` and `revenue3`.
export type FieldLabels = ReadonlyMap<string, string>;

type ScopeFilter = { field: string; op: string; values: readonly (string | number | null)[] };

// A request with more IDs would be too long for a URL.
const scopeIdsMax = 50;
const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Returns the records that filters limit a report to. Filters with missing or too many values are ignored.
export function scopeOfFilters(filters: readonly ScopeFilter[]): FieldNamesQuery {
  const scope: FieldNamesQuery = {};
  for (const { field, op, values } of filters) {
    const ids = values.map(String).filter((value) => idForm.test(value));
    if (op !== 'is' || ids.length < values.length || ids.length > scopeIdsMax) continue;
    if (field === 'campaign') scope.campaignIds = ids;
    else if (field === 'trafficSource') scope.trafficSourceIds = ids;
    else if (field === 'rotator') scope.rotatorIds = ids;
  }
  return scope;
}

const shownMax = 3;

// Returns labels for the tokens and goal actions that have names. A name that is also the label of another field gets
// the number as a suffix. `taken` adds labels to those of this list.
export function labelFields(
  { tokens, goalActions }: FieldNames,
  taken: readonly string[] = [...dimensionIds, ...metricIds],
): FieldLabels {
  const labels = new Map<string, string>();
  const ofTokens = tokens.map(({ index, names: all }) => ({ number: index, names: all }));
  for (const [index, label] of distinguish(ofTokens, 'Token', taken)) labels.set(`token${index}`, label);
  const ofActions = goalActions.map(({ idx, names: all }) => ({ number: idx, names: all }));
  const ownLabels = namedMetricIds.map((id) => reportMetrics[id].label);
  for (const [idx, label] of distinguish(ofActions, 'Event', [...taken, ...ownLabels])) {
    labels.set(`event${idx}`, label);
    for (const part of ['revenue', 'cost', 'value']) labels.set(`${part}${idx}`, `${label} ${part}`);
  }
  return labels;
}

type Numbered = { number: number; names: readonly string[] };

function distinguish(
  fields: readonly Numbered[],
  kind: 'Token' | 'Event',
  taken: readonly string[],
): (readonly [number, string])[] {
  const named = fields.filter((field) => field.names.length > 0);
  const count = new Map<string, number>();
  const single = named.flatMap((field) => (field.names.length === 1 ? field.names : []));
  // A taken label counts like another field with the name.
  for (const name of [...single, ...taken]) count.set(fold(name), (count.get(fold(name)) ?? 0) + 1);
  return named.map(({ number, names: [first = '', ...others] }) => {
    const isOnly = count.get(fold(first)) === 1;
    if (others.length === 0) return [number, isOnly ? first : `${first} (${kind.toLowerCase()} ${number})`];
    return [number, `${kind} ${number} (${listNames([first, ...others])})`];
  });
}

function listNames(all: readonly string[]): string {
  const shown = all.slice(0, shownMax).join(', ');
  return all.length > shownMax ? `${shown} and ${all.length - shownMax} more` : shown;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
