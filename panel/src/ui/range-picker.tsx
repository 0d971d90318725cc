import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { namedRanges, readRange, formatRange, writeRange, type RangeName } from '../lib/time/date-range.ts';
import { useWorkspace } from '../lib/api/current-workspace.ts';
import { registerRangeChooser } from '../lib/time/range-chooser.ts';

const names: readonly RangeName[] = ['today', 'yesterday', 'last-7-days', 'last-30-days', 'this-month'];

export function RangePicker({
  range,
  today,
  onChoose,
  onAll,
}: {
  /** Range in URL format. Empty means all time. */
  range: string;
  today: string;
  onChoose: (range: string) => void;
  onAll?: () => void;
}): ReactNode {
  const { workspace } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const days = readRange(range, today) ?? { from: today, to: today };
  const choose = (chosen: string) => {
    setOpen(false);
    onChoose(chosen);
  };
  useEffect(() => registerRangeChooser(onChoose), [onChoose]);
  return (
    <Group gap="sm" wrap="nowrap">
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconCalendar size={14} aria-hidden />}
            onClick={() => setOpen((before) => !before)}
          >
            {range === '' ? 'All time' : formatRange(range, days)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Time range">
          <Stack gap={4}>
            {onAll === undefined ? null : (
              <RangeButton
                label="All time"
                isChosen={range === ''}
                onClick={() => {
                  setOpen(false);
                  onAll();
                }}
              />
            )}
            {names.map((name) => (
              <RangeButton
                key={name}
                label={namedRanges[name]}
                isChosen={name === range}
                onClick={() => choose(name)}
              />
            ))}
            <OwnDays days={days} onChoose={choose} />
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Text size="xs" c="dimmed">
        {workspace.timezone}, {workspace.currency}
      </Text>
    </Group>
  );
}

export function RangeButton({
  label,
  isChosen,
  onClick,
}: {
  label: string;
  isChosen: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <Button
      variant={isChosen ? 'light' : 'subtle'}
      color={isChosen ? 'ink' : 'gray'}
      justify="flex-start"
      aria-pressed={isChosen}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

export function OwnDays({
  days,
  onChoose,
}: {
  days: { from: string; to: string };
  onChoose: (range: string) => void;
}): ReactNode {
  const [own, setOwn] = useState(days);
  const text = writeRange(own);
  const isRange = readRange(text, own.to) !== undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isRange) onChoose(text);
  };
  return (
    <form onSubmit={send}>
      <Stack gap="sm" pt="sm" style={{ borderTop: '1px solid var(--wp-line)' }}>
        {(['from', 'to'] as const).map((side) => (
          <TextInput
            key={side}
            type="date"
            label={side === 'from' ? 'From' : 'To'}
            value={own[side]}
            onChange={({ currentTarget }) => setOwn({ ...own, [side]: currentTarget.value })}
            error={side === 'to' && !isRange ? 'Must not be before the start date.' : undefined}
          />
        ))}
        <Button type="submit" variant="default" disabled={!isRange}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}
