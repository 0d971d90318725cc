import { Group, MultiSelect, SegmentedControl, Switch } from '@mantine/core';
import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { metricIds, namedMetricIds, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { ReactNode } from 'react';
import { dimensionGroups, dimensionLabel } from '../../lib/reports/dimension-labels.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import type { ReportChange } from './report-search.ts';
import { shades, type Shade } from '../../lib/reports/shade.ts';

const dimensionChoices = dimensionGroups.map(({ group, items }) => ({
  group,
  items: items.map((id) => ({ value: id, label: dimensionLabel(id) })),
}));
const metricChoices = [
  { group: 'Metrics', items: namedMetricIds.map(metricChoice) },
  {
    group: 'Custom events',
    items: metricIds.filter((id) => !namedMetricIds.includes(id)).map(metricChoice),
  },
];

const shadeChoices = [
  { value: '', label: 'Plain' },
  { value: 'share', label: 'Share' },
  { value: 'heat', label: 'Heatmap' },
];

/** Maximum number of dimensions. More dimensions would not fit on the screen. */
const dimensionsMax = 5;

function metricChoice(id: MetricId): { value: string; label: string } {
  return { value: id, label: metricLabel(id) };
}

export function ReportControls({
  dimensions,
  metrics,
  chart,
  shade,
  withTests,
  change,
}: {
  dimensions: readonly DimensionId[];
  metrics: readonly MetricId[];
  chart: string | undefined;
  shade: Shade | undefined;
  withTests: boolean;
  change: (change: ReportChange) => void;
}): ReactNode {
  return (
    <Group align="flex-end" gap="sm" mb="sm">
      <MultiSelect
        label="Group by"
        data={dimensionChoices}
        value={[...dimensions]}
        maxValues={dimensionsMax}
        searchable
        hidePickedOptions
        nothingFoundMessage="No matches"
        flex="1 1 260px"
        onChange={(chosen) => {
          if (chosen.length > 0) change({ by: chosen.join(','), sort: undefined });
        }}
      />
      <MultiSelect
        label="Metrics"
        data={metricChoices}
        value={[...metrics]}
        searchable
        hidePickedOptions
        nothingFoundMessage="No matches"
        flex="2 1 320px"
        onChange={(chosen) => {
          if (chosen.length > 0) change({ metrics: chosen.join(',') });
        }}
      />
      <Switch
        label="Chart"
        checked={chart !== undefined}
        mb={8}
        onChange={({ currentTarget }) => change({ chart: currentTarget.checked ? metrics[0] : undefined })}
      />
      <Switch
        label="Test traffic"
        title="Include test visits and their conversions"
        checked={withTests}
        mb={8}
        onChange={({ currentTarget }) => change({ tests: currentTarget.checked ? true : undefined })}
      />
      <SegmentedControl
        aria-label="Cell shading"
        data={shadeChoices}
        value={shade ?? ''}
        mb={4}
        size="xs"
        onChange={(chosen) => change({ shade: shades.find((one) => one === chosen) })}
      />
    </Group>
  );
}
