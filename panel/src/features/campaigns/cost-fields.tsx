import { defaultCostMode, formatIgnoredCost } from '@waypost/contract/campaigns/campaigns.ts';
import { Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListedTrafficSource } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import type { CostValues } from './campaign-form-schema.ts';
import { costModes, hasAmount, formatCost } from './format-cost.ts';

// Edits the cost model. Without a choice, the model of the traffic source applies.
export function CostFields<Values extends { cost: CostValues }>({
  form,
  cost,
  trafficSourceId,
}: {
  form: RecordForm<Values>;
  cost: CostValues;
  trafficSourceId: string;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'traffic-sources', trafficSourceId],
    queryFn: ({ signal }) => api.getTrafficSource(trafficSourceId, { signal }),
    enabled: trafficSourceId !== '',
  });
  const source = trafficSourceId === '' ? undefined : data;
  const mode = cost.mode === '' && source !== undefined ? defaultCostMode(source) : cost.mode;
  const set = (change: Partial<CostValues>) =>
    form.set({ cost: { ...cost, ...change } } as unknown as Partial<Values>);
  return (
    <FieldGroup title="Cost" lead={describeCost({ ...cost, mode }, workspace.currency)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Cost model"
          placeholder="Taken from the traffic source"
          data={costModes}
          value={mode === '' ? null : mode}
          allowDeselect={false}
          readOnly={form.isReadOnly}
          error={form.errorAt('cost.mode')}
          onChange={(chosen) => {
            if (chosen !== null) set({ mode: chosen });
          }}
        />
        {mode !== '' && hasAmount(mode) ? (
          <TextInput
            label={mode === 'revshare' ? 'Revenue share (0 to 1)' : `Amount (${workspace.currency})`}
            inputMode="decimal"
            value={cost.amount}
            readOnly={form.isReadOnly}
            error={form.errorAt('cost.amount')}
            onBlur={() => form.leave('cost')}
            onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
          />
        ) : null}
      </SimpleGrid>
      <CostNote mode={mode} source={source} />
    </FieldGroup>
  );
}

function CostNote({
  mode,
  source,
}: {
  mode: CostValues['mode'];
  source: ListedTrafficSource | undefined;
}): ReactNode {
  if (mode === '' || source === undefined) return null;
  const ignored = formatIgnoredCost(mode, source.costParam);
  if (ignored !== undefined)
    return (
      <Text size="xs" className="wp-warning" role="status">
        <IconAlertTriangle size={12} aria-hidden /> {ignored}.
      </Text>
    );
  return mode === 'none' ? (
    <Text size="xs" c="dimmed">
      {source.name} does not send costs. Choose how visits are charged to see the profit.
    </Text>
  ) : null;
}

function describeCost({ mode, amount: text }: CostValues, currency: string): string | undefined {
  const amount = Number(text);
  return mode !== '' && Number.isFinite(amount) ? formatCost({ mode, amount }, currency) : undefined;
}
