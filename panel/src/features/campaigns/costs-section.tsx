import {
  Button,
  Collapse,
  Group,
  Select,
  SimpleGrid,
  Skeleton,
  Switch,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState, type ReactNode } from 'react';
import type { CostEntry, CostEntryInput } from '../../lib/api/api.ts';
import { dayIn } from '../../lib/time/date-range.ts';
import { formatMoney } from '../../lib/format/format-metrics.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { now } from '../../lib/time/now.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useRefreshCampaigns } from './campaign-queries.ts';
import { costEntryModes, formatCostPeriod, formatCostStatus } from '../../lib/format/format-cost-entry.ts';
import { danger } from '../../ui/danger.ts';

const shownEntries = 5;
const busyMs = 3_000;

export function CostsSection({ campaignId }: { campaignId: string }): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'listCosts', campaignId],
    queryFn: ({ signal }) => api.listCosts({ query: { campaignId, limit: shownEntries }, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? busyMs : false),
  });
  const mayWrite = may('costs.write');
  return (
    <Section
      title="Cost entries"
      lead="Costs added manually or imported, such as a daily total. They are distributed over the visits in the time range."
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        <Skeleton h={60} />
      ) : (
        <Entries entries={data.items} total={data.meta.total} mayWrite={mayWrite} />
      )}
      {mayWrite && !isAdding ? (
        <div>
          <Button variant="default" onClick={() => setAdding(true)}>
            Add cost
          </Button>
        </div>
      ) : null}
      <Collapse expanded={isAdding}>
        {isAdding ? <NewCost campaignId={campaignId} onClose={() => setAdding(false)} /> : null}
      </Collapse>
    </Section>
  );
}

const formatAmount = ({ original }: CostEntry) => formatMoney(Number(original.amount), original.currency);
const isRunning = ({ status }: CostEntry) => status === 'pending' || status === 'withdrawing';

/** Refetches all data that depends on costs, including notifications and the campaign's metrics. */
function useRefreshCosts(): () => void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  const refreshCampaigns = useRefreshCampaigns();
  return () => {
    void queries.invalidateQueries({ queryKey: [workspace.id, 'listCosts'] });
    refreshCampaigns();
  };
}

function Entries({
  entries,
  total,
  mayWrite,
}: {
  entries: readonly CostEntry[];
  total: number | null;
  mayWrite: boolean;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const refresh = useRefreshCosts();
  const { labels } = use(FieldNamingContext);
  const withdraw = useMutation({
    mutationFn: (id: string) => api.withdrawCost(id),
    onSuccess: () => showDone('Reversing the cost entry.', undefined),
    onSettled: refresh,
  });
  if (entries.length === 0) return <Text c="dimmed">No cost entries yet.</Text>;
  return (
    <>
      {withdraw.error === null ? null : <ErrorNote error={withdraw.error} close={withdraw.reset} />}
      <Table aria-label="Cost entries">
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td className="wp-wrap">
                {formatCostPeriod(entry, workspace.timezone, labels)}
                <Text size="xs" c="dimmed">
                  {formatCostStatus(entry)}
                </Text>
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {formatAmount(entry)}
              </Table.Td>
              <Table.Td ta="right">
                {mayWrite && entry.status === 'spread' && entry.replacedBy === null ? (
                  <Button
                    size="compact-sm"
                    {...danger}
                    aria-label={`Reverse ${formatAmount(entry)} for ${formatCostPeriod(entry, workspace.timezone, labels)}`}
                    loading={withdraw.isPending && withdraw.variables === entry.id}
                    onClick={() => withdraw.mutate(entry.id)}
                  >
                    Reverse
                  </Button>
                ) : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total !== null && total > entries.length ? (
        <Text size="xs" c="dimmed">
          Showing the last {entries.length} of {total.toLocaleString('en')} entries.
        </Text>
      ) : null}
    </>
  );
}

function NewCost({ campaignId, onClose }: { campaignId: string; onClose: () => void }): ReactNode {
  const { workspace, api } = useWorkspace();
  const refresh = useRefreshCosts();
  const [mode, setMode] = useState<NonNullable<CostEntryInput['mode']>>('add');
  const [isReplacing, setReplacing] = useState(false);
  const yesterday = dayIn(workspace.timezone, new Date(now.get().getTime() - 24 * 60 * 60 * 1_000));
  const form = useForm({ from: yesterday, to: yesterday, amount: '' }, async (values) => {
    await api.createCost({
      campaign: campaignId,
      mode,
      ...values,
      ...(mode === 'add' && isReplacing ? { withdrawOverlapping: true } : {}),
    });
    refresh();
    onClose();
  });
  return (
    <Form
      form={form}
      submit="Add cost"
      beside={
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="First day" type="date" required {...form.bind('from')} />
        <TextInput label="Last day" type="date" required {...form.bind('to')} />
        <TextInput
          label={`Amount (${workspace.currency})`}
          inputMode="decimal"
          required
          autoFocus
          {...form.bind('amount')}
        />
        <Select
          label="Mode"
          data={costEntryModes}
          value={mode}
          allowDeselect={false}
          onChange={(value) => setMode((value ?? 'add') as typeof mode)}
        />
      </SimpleGrid>
      <Group>
        <Text size="xs" c="dimmed">
          Days are in the {workspace.timezone} time zone. You can add costs only for days that have ended.
        </Text>
        {mode === 'add' ? (
          <Switch
            size="xs"
            label="Replace overlapping entries"
            checked={isReplacing}
            onChange={({ currentTarget }) => setReplacing(currentTarget.checked)}
          />
        ) : null}
      </Group>
    </Form>
  );
}
