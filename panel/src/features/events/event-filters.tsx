import { Group, Pill, Select, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  eventIdNames,
  eventRecordFields,
  eventRecords,
  eventTypeNames,
  type EventIdName,
  type EventSearch,
  type EventType,
} from './event-search.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { IdField } from '../../ui/log/id-field.tsx';
import { RangePicker } from '../../ui/range-picker.tsx';
import { RecordChoice } from '../../ui/record/record-choice.tsx';
import { useNamesIn } from '../../ui/record/use-names-in.ts';
import type { Tail } from './use-tail.ts';
import { Toolbar } from '../../ui/toolbar.tsx';

type EventChange = { [name in keyof EventSearch]?: EventSearch[name] | undefined };

export const defaultEventRange = 'last-7-days';

const typeChoices = Object.entries(eventTypeNames).map(([value, label]) => ({ value, label }));
const byChoices = Object.entries(eventIdNames).map(([value, label]) => ({ value, label }));
const visibleByChoices = byChoices.filter(({ value }) => value !== 'externalId');
const states: Readonly<Record<Tail['state'], string>> = {
  connecting: 'Connecting',
  open: 'Live. New events appear after a few seconds.',
  ended: 'Disconnected. Reload the page to reconnect.',
};

export function EventFilters({
  search,
  tail,
  today,
  change,
}: {
  search: EventSearch;
  tail: Tail;
  today: string;
  change: (change: EventChange) => void;
}): ReactNode {
  const { may } = useWorkspace();
  const by = search.by ?? 'clickId';
  const hasRange = search.live !== true && (search.q === undefined || by !== 'clickId');
  return (
    <Toolbar label="Filters">
      {hasRange ? (
        <RangePicker
          range={search.range ?? defaultEventRange}
          today={today}
          onChoose={(range) => change({ range })}
        />
      ) : null}
      <Switch
        label="Live"
        checked={search.live === true}
        onChange={({ currentTarget }) =>
          change({ live: currentTarget.checked ? true : undefined, range: undefined })
        }
      />
      <Select
        aria-label="Type"
        placeholder="All types"
        data={typeChoices}
        value={search.type ?? null}
        clearable
        w={190}
        onChange={(chosen) => change({ type: (chosen ?? undefined) as EventType | undefined })}
      />
      <RecordChoice
        thing="campaigns"
        aria-label="Campaign"
        placeholder="All campaigns"
        value={search.campaignId ?? ''}
        onChange={(id) => change({ campaignId: id === '' ? undefined : id })}
        isOptional
      />
      <RecordFilters search={search} change={change} />
      <Group gap={4} wrap="nowrap" maw="100%">
        <Select
          aria-label="Search by"
          // The external click ID is personal data, so members without access to personal data cannot search by it.
          data={may('personal-data.read') ? byChoices : visibleByChoices}
          value={by}
          allowDeselect={false}
          w={140}
          flex="none"
          onChange={(chosen) => change({ by: (chosen ?? undefined) as EventIdName | undefined })}
        />
        <IdField
          key={search.q ?? ''}
          label={eventIdNames[by]}
          value={search.q ?? ''}
          onSearch={(q) => change({ q })}
        />
      </Group>
      {search.live === true ? (
        <Text size="xs" c="dimmed" role="status">
          {states[tail.state]}
        </Text>
      ) : null}
    </Toolbar>
  );
}

const recordThings = eventRecordFields.map((field) => eventRecords[field].thing);

function RecordFilters({
  search,
  change,
}: {
  search: EventSearch;
  change: (change: EventChange) => void;
}): ReactNode {
  const chosen = eventRecordFields.flatMap((field) => {
    const id = search[field];
    return id === undefined ? [] : [{ field, id }];
  });
  const names = useNamesIn(chosen, recordThings);
  return chosen.map(({ field, id }) => {
    const label = `${eventRecords[field].label}: ${names.get(id) ?? '…'}`;
    return (
      <Pill
        key={field}
        size="md"
        mb={4}
        withRemoveButton
        removeButtonProps={{ 'aria-label': `Remove filter ${label}`, 'aria-hidden': false, tabIndex: 0 }}
        onRemove={() => change({ [field]: undefined })}
      >
        {label}
      </Pill>
    );
  });
}
