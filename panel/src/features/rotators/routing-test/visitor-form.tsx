import { Button, Group, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { rotatorFields } from '@waypost/contract/conditions/conditions.ts';
import { knownValues } from '@waypost/contract/conditions/known-values.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { closedOptions, offeredValues } from '../../../lib/conditions/options.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { RecordChoice } from '../../../ui/record/record-choice.tsx';
import { visitorOf, type TestVisitor } from './test-visitor.ts';

type FormProps = { visitor: TestVisitor; onChange: (visitor: TestVisitor) => void };

export function VisitorForm(props: FormProps): ReactNode {
  const { visitor, onChange } = props;
  const { may } = useWorkspace();
  const text = (name: 'ip' | 'userAgent' | 'referrer' | 'link', label: string, placeholder = '') => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={visitor[name]}
      onChange={({ currentTarget }) => onChange({ ...visitor, [name]: currentTarget.value })}
    />
  );
  const choice = (name: 'country' | 'deviceType', label: string) => (
    <Select
      label={label}
      placeholder="Unknown"
      data={closedOptions(rotatorFields, name) ?? []}
      value={visitor[name] === '' ? null : visitor[name]}
      onChange={(value) => onChange({ ...visitor, [name]: value ?? '' })}
      searchable
      clearable
    />
  );
  const open = (name: 'os' | 'browser' | 'language', label: string) => (
    <Select
      label={label}
      placeholder="Unknown"
      data={withCurrent(
        name === 'language' ? offeredValues(name) : (knownValues[name] ?? []).map(asOption),
        visitor[name],
      )}
      value={visitor[name] === '' ? null : visitor[name]}
      onChange={(value) => onChange({ ...visitor, [name]: value ?? '' })}
      searchable
      clearable
    />
  );
  return (
    <div role="group" aria-label="Visitor">
      {may('events.read') ? <PastVisit onFound={onChange} /> : null}
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
        {choice('country', 'Country')}
        {choice('deviceType', 'Device type')}
        {open('os', 'Operating system')}
        {open('browser', 'Browser')}
        {open('language', 'Language')}
        <TextInput
          label="Local time"
          type="datetime-local"
          step={1}
          value={visitor.time}
          onChange={({ currentTarget }) => onChange({ ...visitor, time: currentTarget.value })}
        />
        {text('ip', 'IP address', 'Used to detect the location')}
        {text('userAgent', 'User agent', 'Used to detect the device')}
      </SimpleGrid>
      {text('referrer', 'Referrer')}
      {text('link', 'Link or parameters', 'site=news&utm_source=ads')}
      <RecordChoice
        label="Campaign"
        placeholder="None (tokens are left empty)"
        thing="campaigns"
        value={visitor.campaignId}
        onChange={(campaignId) => onChange({ ...visitor, campaignId })}
        isOptional
      />
      <Switch
        mt="sm"
        label="New visitor"
        checked={visitor.isNew}
        onChange={({ currentTarget }) => onChange({ ...visitor, isNew: currentTarget.checked })}
      />
      <More visitor={visitor} />
    </div>
  );
}

function asOption(value: string): { value: string; label: string } {
  return { value, label: value };
}

/** Adds the value from a recorded visit to the options if the options do not include it. */
function withCurrent(
  options: { value: string; label: string }[],
  current: string,
): { value: string; label: string }[] {
  return current === '' || options.some(({ value }) => value === current)
    ? options
    : [asOption(current), ...options];
}

function More({ visitor: { more } }: { visitor: TestVisitor }): ReactNode {
  const known = Object.entries(more).filter(([, value]) => value !== '');
  if (known.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" mt="xs" className="wp-wrap">
      {`Also recorded: ${known.map(([name, value]) => `${name} ${String(value)}`).join(', ')}`}
    </Text>
  );
}

function PastVisit({ onFound }: { onFound: (visitor: TestVisitor) => void }): ReactNode {
  const { api } = useWorkspace();
  const [clickId, setClickId] = useState('');
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => api.getEventTimeline(clickId.trim()),
    onSuccess: ({ visit }) => {
      if (visit !== null) onFound(visitorOf(visit));
    },
  });
  return (
    <div>
      <Group gap="sm" align="flex-end" mb="xs" wrap="nowrap">
        <TextInput
          label="Past visit"
          placeholder="Click ID"
          flex={1}
          value={clickId}
          onChange={({ currentTarget }) => setClickId(currentTarget.value)}
        />
        <Button
          variant="default"
          loading={isPending}
          disabled={clickId.trim() === ''}
          onClick={() => mutate()}
        >
          Load
        </Button>
      </Group>
      {error === null ? null : <ErrorNote error={error} />}
      {data?.visit === null ? (
        <Text size="xs">
          Visit not found. It may have been deleted, or it may not have been recorded yet.
        </Text>
      ) : null}
    </div>
  );
}
