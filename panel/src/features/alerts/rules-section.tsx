import { Group, Skeleton, Switch, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { alertRuleKinds } from '@waypost/contract/monitoring/alert-rules.ts';
import { useState, type ReactNode } from 'react';
import type { AlertRule } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import { formatUnit, readThreshold } from './thresholds.ts';

export function RulesSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'getAlertRules'],
    queryFn: ({ signal }) => api.getAlertRules({ signal }),
  });
  return (
    <Section title="Rules" lead="Changes are saved automatically and take effect within a minute.">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={200} /> : null}
      {data === undefined ? null : (
        <Table aria-label="Alert rules">
          <Table.Tbody>
            {data.rules.map((rule) => (
              <RuleRow key={rule.kind} rule={rule} currency={data.currency} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

function RuleRow({ rule, currency }: { rule: AlertRule; currency: string }): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const queries = useQueryClient();
  const { name, of, threshold: range } = alertRuleKinds[rule.kind];
  const [draft, setDraft] = useState<string>();
  const change = useMutation({
    mutationFn: ({ isOn, threshold }: Pick<AlertRule, 'isOn' | 'threshold'>) =>
      api.changeAlertRule(rule.kind, { isOn, threshold: threshold === range?.default ? null : threshold }),
    onSuccess: () => setDraft(undefined),
    onSettled: () => void queries.invalidateQueries({ queryKey: [workspace.id, 'getAlertRules'] }),
  });
  const canChange = may('alerts.manage');
  const save = () => {
    const threshold = readThreshold(draft, rule.threshold);
    if (threshold === undefined) setDraft(undefined);
    else change.mutate({ isOn: rule.isOn, threshold });
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Switch
          label={name}
          description={of === 'installation' ? 'Entire installation' : undefined}
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
              {formatUnit(range.unit, currency)}
            </Text>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
