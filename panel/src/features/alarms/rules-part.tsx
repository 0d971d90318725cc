import { Group, Skeleton, Switch, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { alarmRuleKinds, type ThresholdUnit } from '@waypost/contract/alarm-rules.ts';
import { useState, type ReactNode } from 'react';
import type { AlarmRule } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Part } from '../../ui/part.tsx';

/** What is an alarm here. Everything has a sensible beginning, and may be switched off. */
export function RulesPart(): ReactNode {
  const { workspace, api } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'getAlarmRules'],
    queryFn: ({ signal }) => api.getAlarmRules({ signal }),
  });
  return (
    <Part
      title="Rules"
      lead="What is switched off is not told. A change is saved at once and holds within a minute."
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={200} /> : null}
      {data === undefined ? null : (
        <Table aria-label="Rules of alarms">
          <Table.Tbody>
            {data.rules.map((rule) => (
              <RuleRow key={rule.kind} rule={rule} currency={data.currency} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Part>
  );
}

function RuleRow({ rule, currency }: { rule: AlarmRule; currency: string }): ReactNode {
  const { workspace, api, may } = useHere();
  const queries = useQueryClient();
  const { name, of, threshold: range } = alarmRuleKinds[rule.kind];
  const [draft, setDraft] = useState<string>();
  const change = useMutation({
    mutationFn: ({ isOn, threshold }: Pick<AlarmRule, 'isOn' | 'threshold'>) =>
      api.changeAlarmRule(rule.kind, { isOn, threshold: threshold === range?.usual ? null : threshold }),
    onSuccess: () => setDraft(undefined),
    onSettled: () => void queries.invalidateQueries({ queryKey: [workspace.id, 'getAlarmRules'] }),
  });
  const canChange = may('alarms.manage');
  const save = () => {
    const threshold = Number(draft);
    if (draft === undefined || draft.trim() === '' || threshold === rule.threshold) setDraft(undefined);
    else change.mutate({ isOn: rule.isOn, threshold });
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Switch
          label={name}
          description={of === 'installation' ? 'Of the installation' : undefined}
          checked={rule.isOn}
          disabled={!canChange || change.isPending}
          onChange={(event) =>
            change.mutate({ isOn: event.currentTarget.checked, threshold: rule.threshold })
          }
        />
        {change.error === null ? null : <ErrorNote error={change.error} close={change.reset} />}
      </Table.Td>
      <Table.Td w={150}>
        {range === undefined ? null : (
          <Group gap={6} wrap="nowrap" justify="flex-end">
            <TextInput
              type="number"
              size="xs"
              w={84}
              aria-label={`Threshold: ${name}`}
              min={range.least}
              max={range.most}
              step={range.unit === 'money' ? 'any' : 1}
              value={draft ?? String(rule.threshold)}
              disabled={!canChange || !rule.isOn}
              onChange={(event) => setDraft(event.currentTarget.value)}
              onBlur={save}
              onKeyDown={(event) => {
                if (event.key === 'Enter') save();
              }}
            />
            <Text size="xs" c="dimmed" w={48}>
              {unitNames[range.unit] ?? currency}
            </Text>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

const unitNames: Partial<Record<ThresholdUnit, string>> = {
  minutes: 'minutes',
  days: 'days',
  percent: '%',
  megabytes: 'MB',
  times: 'times',
};
