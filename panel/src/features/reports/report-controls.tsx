import { Group, MultiSelect, SegmentedControl, Switch } from '@mantine/core';
import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { use, useState, type ReactNode } from 'react';
import {
  dimensionChoices,
  fieldFilter,
  metricChoices,
  showAllOption,
} from '../../lib/reports/field-choices.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import type { ReportChange } from './report-search.ts';
import { shades, type Shade } from '../../lib/reports/shade.ts';

const shadeChoices = [
  { value: '', label: 'Plain' },
  { value: 'share', label: 'Share' },
  { value: 'heat', label: 'Heatmap' },
];

/** Maximum number of dimensions. More dimensions would not fit on the screen. */
const dimensionsMax = 5;

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
  const naming = use(FieldNamingContext);
  const [isAll, setAll] = useState(false);
  const choose = (chosen: readonly string[], set: (ids: string) => void) => {
    if (chosen.includes(showAllOption.value)) setAll(true);
    else if (chosen.length > 0) set(chosen.join(','));
  };
  return (
    <Group align="flex-end" gap="sm" mb="sm">
      <MultiSelect
        label="Group by"
        data={dimensionChoices(naming)}
        filter={fieldFilter({ naming, chosen: dimensions, isAll })}
        value={[...dimensions]}
        maxValues={dimensionsMax}
        searchable
        hidePickedOptions
        nothingFoundMessage="No matches"
        flex="1 1 260px"
        onChange={(chosen) => choose(chosen, (by) => change({ by, sort: undefined }))}
      />
      <MultiSelect
        label="Metrics"
        data={metricChoices(naming)}
        filter={fieldFilter({ naming, chosen: metrics, isAll })}
        value={[...metrics]}
        searchable
        hidePickedOptions
        nothingFoundMessage="No matches"
        flex="2 1 320px"
        onChange={(chosen) => choose(chosen, (ids) => change({ metrics: ids }))}
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
