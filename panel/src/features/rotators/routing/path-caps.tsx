import { ActionIcon, Group, Select, Text, TextInput, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../../lib/record-form/use-record-form.ts';
import { toNumber } from '../../../lib/record-form/to-number.ts';
import { NamedGroup } from '../../../ui/named-group.tsx';
import { AddLine } from '../../../ui/rules/add-line.tsx';
import type { PathCap, RoutingValues } from './routing-form-schema.ts';

/** Up to what number a path gets visitors; after that its neighbors in the rule do, then the default path. */
export function PathCaps({
  form,
  caps,
  at,
  onChange,
}: {
  form: RecordForm<RoutingValues>;
  caps: PathCap[];
  at: number;
  onChange: (caps: PathCap[]) => void;
}): ReactNode {
  const path = `paths.${at}.caps`;
  return (
    <NamedGroup label="Caps" onLeave={() => form.leave(path)}>
      <Title order={3}>Caps</Title>
      <Text size="xs" c="dimmed" mb={4}>
        While one is reached, the other paths of the rule take its visitors, and where all are full the
        default path.
      </Text>
      {caps.map((cap, place) => (
        <Cap
          // Lines have no names of their own.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          form={form}
          cap={cap}
          path={`${path}.${place}`}
          onChange={(next) =>
            onChange(next === undefined ? caps.toSpliced(place, 1) : caps.with(place, next))
          }
        />
      ))}
      <AddLine
        error={form.errorAt(path)}
        label="Add a cap"
        onAdd={
          form.isReadOnly ? undefined : () => onChange([...caps, { limit: '', counts: 'visits', per: 'day' }])
        }
      />
    </NamedGroup>
  );
}

function Cap({
  form,
  cap,
  path,
  onChange,
}: {
  form: RecordForm<RoutingValues>;
  cap: PathCap;
  path: string;
  /** Undefined removes it. */
  onChange: (cap: PathCap | undefined) => void;
}): ReactNode {
  return (
    <Group gap="sm" py={3} align="flex-start">
      <TextInput
        aria-label="At most"
        placeholder="1000"
        w={110}
        inputMode="numeric"
        value={String(cap.limit)}
        readOnly={form.isReadOnly}
        error={form.errorAt(`${path}.limit`)}
        onChange={({ currentTarget }) => onChange({ ...cap, limit: toNumber(currentTarget.value) })}
      />
      <Select
        aria-label="Counted"
        w={130}
        data={['visits', 'conversions']}
        value={cap.counts}
        allowDeselect={false}
        readOnly={form.isReadOnly}
        error={form.errorAt(`${path}.counts`)}
        onChange={(counts) => onChange({ ...cap, counts: counts ?? cap.counts })}
      />
      <Select
        aria-label="Per"
        w={100}
        data={['hour', 'day', 'total']}
        value={cap.per}
        allowDeselect={false}
        readOnly={form.isReadOnly}
        error={form.errorAt(`${path}.per`)}
        onChange={(per) => onChange({ ...cap, per: per ?? cap.per })}
      />
      {form.isReadOnly ? null : (
        <ActionIcon size={30} aria-label="Remove the cap" onClick={() => onChange(undefined)}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
