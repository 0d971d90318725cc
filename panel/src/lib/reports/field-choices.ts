import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { metricIds, namedMetricIds, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { dimensionGroups, dimensionLabel } from './dimension-labels.ts';
import { isOffered, showAllOption, type FieldNaming } from './field-naming.ts';
import { metricLabel } from './metric-labels.ts';

type Choice = { value: string; label: string };
export type ChoiceGroup = { group: string; items: Choice[] };

type ChoiceOptions = {
  naming: FieldNaming;
  // Chosen fields, which are offered even if they have no name and no data.
  chosen: readonly string[];
  isAll: boolean;
};

export function dimensionChoices(options: ChoiceOptions): ChoiceGroup[] {
  const groups = dimensionGroups.map(({ group, items }) => ({
    group,
    items: offered(items, options).map((id) => dimensionChoice(id, options)),
  }));
  return withShowAll(groups, options);
}

export function metricChoices(options: ChoiceOptions): ChoiceGroup[] {
  return withShowAll(metricGroups(options), options);
}

export function fieldChoices(options: ChoiceOptions): ChoiceGroup[] {
  const dimensions = dimensionGroups.map(({ group, items }) => ({
    group,
    items: offered(items, options).map((id) => dimensionChoice(id, options)),
  }));
  return withShowAll([...dimensions, ...metricGroups(options)], options);
}

function metricGroups(options: ChoiceOptions): ChoiceGroup[] {
  const choose = (ids: readonly MetricId[]) =>
    offered(ids, options).map((id) => ({ value: id, label: metricLabel(id, options.naming.labels) }));
  return [
    { group: 'Metrics', items: choose(namedMetricIds) },
    { group: 'Custom events', items: choose(metricIds.filter((id) => !namedMetricIds.includes(id))) },
  ];
}

function dimensionChoice(id: DimensionId, { naming }: ChoiceOptions): Choice {
  return { value: id, label: dimensionLabel(id, naming.labels) };
}

function offered<Id extends string>(
  ids: readonly Id[],
  { naming, chosen, isAll }: ChoiceOptions,
): readonly Id[] {
  return isAll ? ids : ids.filter((id) => isOffered(id, naming) || chosen.includes(id));
}

function withShowAll(groups: ChoiceGroup[], { isAll }: ChoiceOptions): ChoiceGroup[] {
  const filled = groups.filter(({ items }) => items.length > 0);
  return isAll ? filled : [...filled, { group: 'More', items: [showAllOption] }];
}
