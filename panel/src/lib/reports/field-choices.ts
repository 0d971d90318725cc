import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { metricIds, namedMetricIds } from '@waypost/contract/reports/report-metrics.ts';
import type { FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import { dimensionGroups, dimensionLabel } from './dimension-labels.ts';
import { isOffered, type FieldNaming } from './field-naming.ts';
import { listRegisteredMetrics } from '../format/describe-metric.ts';
import { metricLabel } from './metric-labels.ts';

export type ChoiceGroup = { group: string; items: { value: string; label: string }[] };

// Last option of a picker, which shows all fields instead of choosing one.
export const showAllOption = { value: 'show-all', label: 'Show all tokens and events…' };
const more: ChoiceGroup = { group: 'More', items: [showAllOption] };

export function dimensionChoices({ labels }: FieldNaming): ChoiceGroup[] {
  return [...dimensionItems(labels), more];
}

export function metricChoices({ labels }: FieldNaming): ChoiceGroup[] {
  return [...metricItems(labels), more];
}

export function fieldChoices({ labels }: FieldNaming): ChoiceGroup[] {
  return [...dimensionItems(labels), ...metricItems(labels), more];
}

function dimensionItems(labels: FieldLabels): ChoiceGroup[] {
  return dimensionGroups.map(({ group, items }) => ({
    group,
    items: items.map((id) => ({ value: id, label: dimensionLabel(id, labels) })),
  }));
}

// Metrics that formulas can use.
export function builtInChoices({ labels }: FieldNaming): ChoiceGroup[] {
  return metricItems(labels).slice(1);
}

function metricItems(labels: FieldLabels): ChoiceGroup[] {
  const choose = (ids: readonly AnyMetricId[]) =>
    ids.map((id) => ({ value: id, label: metricLabel(id, labels) }));
  return [
    { group: 'Custom metrics', items: choose(listRegisteredMetrics()) },
    { group: 'Metrics', items: choose(namedMetricIds) },
    { group: 'Custom events', items: choose(metricIds.filter((id) => !namedMetricIds.includes(id))) },
  ];
}

type Filtered = { naming: FieldNaming; chosen: readonly string[]; isAll: boolean };

// Returns the filter of a picker. Fields without a name and data are hidden until the user searches or shows all.
export function fieldFilter({ naming, chosen, isAll }: Filtered) {
  return <Group extends object>({ options, search }: { options: Group[]; search: string }): Group[] => {
    const sought = search.trim().toLowerCase();
    const isShown = ({ value, label }: { value: string; label: string }) => {
      if (sought !== '') return value !== showAllOption.value && label.toLowerCase().includes(sought);
      if (value === showAllOption.value) return !isAll;
      return isAll || isOffered(value, naming) || chosen.includes(value);
    };
    return options.flatMap((group) => {
      if (!('items' in group)) return [group];
      const items = (group.items as ChoiceGroup['items']).filter(isShown);
      return items.length === 0 ? [] : [{ ...group, items }];
    });
  };
}
