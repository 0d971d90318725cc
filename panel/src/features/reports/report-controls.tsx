import { Button, Group, MultiSelect, Popover, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { use, useState, type ReactNode } from 'react';
import { dimensionChoices, fieldFilter, showAllOption } from '../../lib/reports/field-choices.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { shades } from '../../lib/reports/shade.ts';
import { ColumnEditor } from './column-editor.tsx';
import type { ReportChange, ReportSearch } from './report-search.ts';
import type { RequestedReport } from './use-report-definition.ts';

const shadeChoices = [
  { value: '', label: 'Plain' },
  { value: 'share', label: 'Share' },
  { value: 'heat', label: 'Heatmap' },
];

const countChoices = [
  { value: '', label: 'Visit date' },
  { value: 'conversion', label: 'Conversion date' },
];

const layoutChoices = [
  { value: '', label: 'Tree' },
  { value: 'flat', label: 'Flat' },
];

/** Maximum number of dimensions. More dimensions would not fit on the screen. */
const dimensionsMax = 5;

type ControlProps = {
  search: ReportSearch;
  requested: RequestedReport;
  change: (change: ReportChange) => void;
};

export function ReportControls({ search, requested, change }: ControlProps): ReactNode {
  const { dimensions, metrics } = requested;
  const naming = use(FieldNamingContext);
  const [isAll, setAll] = useState(false);
  const choose = (chosen: readonly string[]) => {
    if (chosen.includes(showAllOption.value)) setAll(true);
    else if (chosen.length > 0) change({ by: chosen.join(','), sort: undefined });
  };
  return (
    <Group align="flex-end" gap="sm" mb="sm" className="wp-toolbar">
      <MultiSelect
        label="Group by"
        data={dimensionChoices(naming)}
        filter={fieldFilter({ naming, chosen: dimensions, isAll })}
        value={[...dimensions]}
        maxValues={dimensionsMax}
        searchable
        hidePickedOptions
        nothingFoundMessage="No matches"
        flex="1 1 280px"
        onChange={choose}
      />
      <ColumnEditor
        metrics={metrics}
        formats={search.formats ?? []}
        onChange={(ids) => change({ metrics: ids.join(',') })}
        onFormat={(formats) => change({ formats: formats.length === 0 ? undefined : [...formats] })}
      />
      <DisplayOptions search={search} requested={requested} change={change} />
    </Group>
  );
}

function DisplayOptions({ search, requested: { dimensions, metrics }, change }: ControlProps): ReactNode {
  return (
    <Group gap="sm" mih={36}>
      <Switch
        label="Chart"
        checked={search.chart !== undefined}
        onChange={({ currentTarget }) => change({ chart: currentTarget.checked ? metrics[0] : undefined })}
      />
      <Switch
        label="Hours"
        title="Heat map of hours and weekdays"
        checked={search.heat !== undefined}
        onChange={({ currentTarget }) => change({ heat: currentTarget.checked ? 'profit' : undefined })}
      />
      <Popover position="bottom-end" shadow="md" trapFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<IconAdjustments size={14} aria-hidden />}>
            Display
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Display">
          <Stack gap="sm">
            {dimensions.length > 1 ? (
              <Choice
                label="Rows"
                data={layoutChoices}
                value={search.layout ?? ''}
                onChange={(layout) => change({ layout: layout === 'flat' ? 'flat' : undefined })}
              />
            ) : null}
            <Choice
              label="Count conversions by"
              data={countChoices}
              value={search.countBy ?? ''}
              onChange={(chosen) => change({ countBy: chosen === 'conversion' ? 'conversion' : undefined })}
            />
            <Text size="xs" c="dimmed" maw={240}>
              With the conversion date, conversions and revenue count when they were received; visits and
              costs stay on the day of the visit.
            </Text>
            <Choice
              label="Cell shading"
              data={shadeChoices}
              value={search.shade ?? ''}
              onChange={(chosen) => change({ shade: shades.find((one) => one === chosen) })}
            />
            <Switch
              label="Test traffic"
              description="Include test visits and their conversions"
              checked={search.tests === true}
              onChange={({ currentTarget }) => change({ tests: currentTarget.checked ? true : undefined })}
            />
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

function Choice({
  label,
  data,
  value,
  onChange,
}: {
  label: string;
  data: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <SegmentedControl
        aria-label={label}
        size="xs"
        fullWidth
        data={data}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
