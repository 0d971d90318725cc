import { Alert, Box, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ConflictChoices } from '../../lib/forms/compare-sides.ts';
import type { NamedRecordType } from '../../lib/records/named-records.ts';
import type { Conflict } from '../../lib/forms/form-state.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { Timestamp } from '../timestamp.tsx';
import { useNamesIn } from './use-names-in.ts';

/** Shows both sides of a conflict, field by field. Nothing is saved until the conflict is resolved. */
export function ConflictNote<Values extends object>({
  form,
  conflict,
  references,
}: {
  form: RecordForm<Values>;
  conflict: Conflict<Values>;
  references: readonly NamedRecordType[];
}): ReactNode {
  const { fields, sides, changedAt, changedBy } = conflict;
  const names = useNamesIn(sides, references);
  const [chosen, setChosen] = useState<ConflictChoices>({});
  const choices: ConflictChoices = {
    ...Object.fromEntries(fields.filter(({ isMineToo }) => !isMineToo).map(({ name }) => [name, 'theirs'])),
    ...chosen,
  };
  const isSettled = fields.every(({ name }) => choices[name] !== undefined);
  const all = (side: 'mine' | 'theirs') =>
    form.settle(Object.fromEntries(fields.map(({ name }) => [name, side])));
  return (
    <Alert
      role="alert"
      data-conflict
      tabIndex={-1}
      variant="default"
      icon={<IconGitMerge className="wp-warning" aria-hidden />}
      title="Changed in another session"
    >
      <Text mb="sm">
        {changedBy === null ? null : `${changedBy} saved changes `}
        {changedAt === null ? null : <Timestamp at={changedAt} />}
        {changedBy === null && changedAt === null ? null : '. '}
        Choose which values to keep. Nothing is overwritten until you do.
      </Text>
      {fields.map(({ name, isMineToo }) => (
        <Box key={name} mb="sm" role="group" aria-label={form.labels[name]}>
          <Text fw={600}>{form.labels[name]}</Text>
          <Side label="Theirs" value={form.format(name, sides.theirs[name], names)} />
          <Side label={isMineToo ? 'Yours' : 'Previous'} value={form.format(name, sides.mine[name], names)} />
          <SegmentedControl
            size="xs"
            mt="xs"
            aria-label={`${form.labels[name]}: value to keep`}
            data={[
              { value: '', label: 'Select' },
              { value: 'theirs', label: 'Use theirs' },
              { value: 'mine', label: 'Keep mine' },
            ].filter(({ value }) => value !== '' || choices[name] === undefined)}
            value={choices[name] ?? ''}
            onChange={(side) => setChosen({ ...chosen, [name]: side as 'mine' | 'theirs' })}
          />
        </Box>
      ))}
      <Group gap="sm">
        <Button size="compact-sm" disabled={!isSettled} onClick={() => form.settle(choices)}>
          Apply
        </Button>
        {fields.length > 1 ? (
          <>
            <Button size="compact-sm" variant="default" onClick={() => all('theirs')}>
              Use all of theirs
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => all('mine')}>
              Keep all of mine
            </Button>
          </>
        ) : null}
      </Group>
    </Alert>
  );
}

function Side({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <Text size="sm">
      <Text span c="dimmed" inherit>
        {label}:{' '}
      </Text>
      <span className="wp-mono wp-wrap">{value}</span>
    </Text>
  );
}
