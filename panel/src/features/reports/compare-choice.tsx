import { Button, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { comparisons, type Period } from '../../lib/time/period-before.ts';
import { dayOf, formatComparison, formatPeriod } from './format-report.ts';
import type { ReportChange, ReportSearch } from './report-search.ts';
import { OwnDays, RangeButton } from '../../ui/range-picker.tsx';
import type { RequestedReport } from './use-report-definition.ts';

const choices = [['', 'None'], ...Object.entries(comparisons)] as const;

export function CompareChoice({
  search,
  requested: { compare, canCompare, definition },
  period,
  change,
}: {
  search: ReportSearch;
  requested: RequestedReport;
  period: Period | undefined;
  change: (change: ReportChange) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const choose = (chosen: string) => {
    setOpen(false);
    change(chosen === '' ? { compare: undefined, order: undefined } : { compare: chosen });
  };
  if (!canCompare)
    return (
      <Text size="xs" c="dimmed">
        Reports by hour, day, week or month can’t be compared.
      </Text>
    );
  const current = compare ?? '';
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconArrowsDiff size={14} aria-hidden />}
            onClick={() => setOpen((wasOpen) => !wasOpen)}
          >
            {compare === undefined ? 'Compare' : `vs. ${formatComparison(compare)}`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Compare with">
          <Stack gap={4}>
            {choices.map(([name, label]) => (
              <RangeButton
                key={name}
                label={label}
                isChosen={name === current}
                onClick={() => choose(name)}
              />
            ))}
            <OwnDays
              days={period === undefined ? definition : { from: dayOf(period.from), to: dayOf(period.to) }}
              onChoose={choose}
            />
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {compare === undefined ? null : (
        <SegmentedControl
          aria-label="Sort by"
          size="xs"
          data={[
            { value: 'value', label: 'Value' },
            { value: 'change', label: 'Change' },
          ]}
          value={search.order ?? 'value'}
          onChange={(chosen) => change({ order: chosen === 'change' ? 'change' : undefined })}
        />
      )}
      {period === undefined ? null : (
        <Text size="xs" c="dimmed">
          {formatPeriod(period)}
        </Text>
      )}
    </>
  );
}
