import { ActionIcon, Group, Select, Text, TextInput, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../../lib/forms/use-record-form.ts';
import { toNumber } from '../../../lib/forms/to-number.ts';
import { NamedGroup } from '../../../ui/named-group.tsx';
import { AddLine } from '../../../ui/rules/add-line.tsx';
import type { PathCap, RoutingValues } from './routing-form-schema.ts';

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
        When a cap is reached, visitors go to the rule’s other paths, then to the default path.
      </Text>
      {caps.map((cap, index) => (
        <Cap
          // The index is the key, because caps have no IDs.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          form={form}
          cap={cap}
          path={`${path}.${index}`}
          onChange={(next) =>
            onChange(next === undefined ? caps.toSpliced(index, 1) : caps.with(index, next))
          }
        />
      ))}
      <AddLine
        error={form.errorAt(path)}
        label="Add cap"
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
  /** Called with undefined to remove the cap. */
  onChange: (cap: PathCap | undefined) => void;
}): ReactNode {
  return (
    <Group gap="sm" py={4} align="flex-start">
      <TextInput
        aria-label="Limit"
        placeholder="1000"
        w={110}
        inputMode="numeric"
        value={String(cap.limit)}
        readOnly={form.isReadOnly}
        error={form.errorAt(`${path}.limit`)}
        onChange={({ currentTarget }) => onChange({ ...cap, limit: toNumber(currentTarget.value) })}
      />
      <Select
        aria-label="Counts"
        w={130}
        data={['visits', 'conversions']}
        value={cap.counts}
        allowDeselect={false}
        readOnly={form.isReadOnly}
        error={form.errorAt(`${path}.counts`)}
        onChange={(counts) => onChange({ ...cap, counts: counts ?? cap.counts })}
      />
      <Select
        aria-label="Period"
        w={100}
        data={['hour', 'day', 'total']}
        value={cap.per}
        allowDeselect={false}
        readOnly={form.isReadOnly}
        error={form.errorAt(`${path}.per`)}
        onChange={(per) => onChange({ ...cap, per: per ?? cap.per })}
      />
      {form.isReadOnly ? null : (
        <ActionIcon size={30} aria-label="Remove cap" onClick={() => onChange(undefined)}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
