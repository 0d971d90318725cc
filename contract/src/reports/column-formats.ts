import type { AnyMetricId } from './custom-metric-ids.ts';

// Fixed styles, because other colors might not be readable in both themes.
export const columnStyles = [
  'green-text',
  'amber-text',
  'red-text',
  'green-fill',
  'amber-fill',
  'red-fill',
  'blue-fill',
] as const;
export type ColumnStyle = (typeof columnStyles)[number];

export const columnFormatOps = ['gt', 'lt'] as const;

// Rule that highlights the values of a metric column. The first matching rule of a column applies.
export type ColumnFormat = {
  metric: AnyMetricId;
  op: (typeof columnFormatOps)[number];
  value: number;
  style: ColumnStyle;
};

export const columnFormatsMax = 50;
