import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { defaultMetrics } from '@waypost/contract/reports/report-metrics.ts';

// Usual sets of columns. Any other set is custom.
export const columnPresets = {
  summary: { label: 'Summary', metrics: defaultMetrics },
  traffic: {
    label: 'Traffic',
    metrics: ['visits', 'uniqueVisits', 'botVisits', 'lpviews', 'lpclicks', 'ctr', 'cpv', 'cost'],
  },
  money: {
    label: 'Money',
    metrics: ['visits', 'cost', 'revenue', 'profit', 'roi', 'epv', 'epc', 'cpv', 'cpa'],
  },
  conversions: {
    label: 'Conversions',
    metrics: [
      'visits',
      'conversions',
      'cr',
      'conversionsHold',
      'conversionsApproved',
      'conversionsRejected',
      'approveRate',
      'cpa',
      'aov',
      'revenue',
    ],
  },
} as const satisfies Record<string, { label: string; metrics: readonly AnyMetricId[] }>;
type PresetId = keyof typeof columnPresets;

export const presetIds = Object.keys(columnPresets) as PresetId[];

// Returns the preset with exactly these columns in this order.
export function presetOf(metrics: readonly AnyMetricId[]): PresetId | 'custom' {
  const key = metrics.join();
  return presetIds.find((id) => columnPresets[id].metrics.join() === key) ?? 'custom';
}

// Moves an item to the place of another one.
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items[from];
  if (moved === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, moved);
}
