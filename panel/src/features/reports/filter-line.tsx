import { Button, Group, Pill, Popover, Text } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { use, useState, type ReactNode } from 'react';
import { formatFilter } from '@waypost/contract/reports/format-filter.ts';
import { describeMetric } from '../../lib/format/describe-metric.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { filtersMax, type ReportFilter } from './report-search.ts';
import { FilterForm, type AddProps } from './filter-form.tsx';

export function FilterLine({
  filters,
  labels,
  seen,
  onAdd,
  onRemove,
}: AddProps & { filters: readonly ReportFilter[]; onRemove: (at: number) => void }): ReactNode {
  const { labels: names } = use(FieldNamingContext);
  const describe = (filter: ReportFilter) => formatFilter(filter, { labels, names, describeMetric });
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Filters">
      {filters.map((filter, at) => (
        <Pill
          // The index is the key, because filters have no IDs and keep their position until they are removed.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          size="md"
          withRemoveButton
          removeButtonProps={{
            'aria-label': `Remove filter ${describe(filter)}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => onRemove(at)}
        >
          {describe(filter)}
        </Pill>
      ))}
      {filters.length < filtersMax ? (
        <AddFilter seen={seen} labels={labels} onAdd={onAdd} />
      ) : (
        <Text size="xs" c="dimmed">
          Limit of {filtersMax} filters reached.
        </Text>
      )}
    </Group>
  );
}

function AddFilter({ seen, labels, onAdd }: AddProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"

          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={() => setOpen((wasOpen) => !wasOpen)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="New filter">
        {isOpen ? (
          <FilterForm
            seen={seen}
            labels={labels}
            onAdd={(filter) => {
              setOpen(false);
              onAdd(filter);
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
