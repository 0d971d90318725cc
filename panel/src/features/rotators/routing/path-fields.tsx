import { Input, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../../lib/forms/use-record-form.ts';
import { PathCaps } from './path-caps.tsx';
import { PathPool } from './path-pool.tsx';
import { blockTargets, type PathValues, type RoutingValues } from './routing-form-schema.ts';

export function PathFields({
  form,
  path,
  at,
  names,
  isNarrow = false,
  onChange,
}: {
  form: RecordForm<RoutingValues>;
  path: PathValues;
  at: number;
  names: ReadonlyMap<string, string>;
  isNarrow?: boolean;
  onChange: (change: Partial<PathValues>, tag?: string) => void;
}): ReactNode {
  const pool = { form, path, at, names, onChange };
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        maw={420}
        value={path.name}
        readOnly={form.isReadOnly}
        error={form.errorAt(`paths.${at}.name`)}
        onBlur={() => form.leave(`paths.${at}.name`)}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value }, `${path.id} name`)}
      />
      <Input.Wrapper label="Destination" labelElement="div">
        <SegmentedControl
          aria-label="Destination"
          display="flex"
          w="fit-content"
          data={[
            { value: 'pages', label: 'Pages and offers' },
            { value: 'block', label: 'Block' },
          ]}
          value={path.blocks ? 'block' : 'pages'}
          readOnly={form.isReadOnly}
          onChange={(value) => onChange(value === 'block' ? blockTargets : { blocks: false })}
        />
      </Input.Wrapper>
      {path.blocks ? (
        <Text size="sm" c="dimmed">
          Visitors get the block page of the workspace settings or, if none is set, an answer with status 404.
          Their visits are recorded with the outcome “blocked”.
        </Text>
      ) : (
        <>
          <SimpleGrid cols={isNarrow ? 1 : { base: 1, xl: 2 }} spacing="md">
            <PathPool {...pool} kind="landings" />
            <PathPool {...pool} kind="offers" />
          </SimpleGrid>
          <PathCaps form={form} caps={path.caps} at={at} onChange={(caps) => onChange({ caps })} />
        </>
      )}
    </Stack>
  );
}
