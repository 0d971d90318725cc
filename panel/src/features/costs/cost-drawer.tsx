import { Anchor, Button, Drawer, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CostEntry } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/format-metrics.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { costEntryModes, formatCostPeriod, formatCostStatus } from '../../lib/format/format-cost-entry.ts';
import { formatClock } from '../../lib/time/format-clock.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useFieldNaming } from '../../lib/reports/field-naming.ts';
import { showDone } from '../../ui/record/undo.tsx';
import { useLayer } from '../../ui/use-layer.ts';
import { danger } from '../../ui/danger.ts';

export function CostDrawer({ entry, close }: { entry: CostEntry; close: () => void }): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const queries = useQueryClient();
  const { timezone } = workspace;
  const { labels } = useFieldNaming({ campaignIds: [entry.campaignId] });
  const { id, campaignId, amount, currency, original, takenOut, status, replacedBy } = entry;
  const withdraw = useMutation({
    mutationFn: () => api.withdrawCost(id),
    onSuccess: () => showDone('Reversing the cost entry.', undefined),
    onSettled: () => void queries.invalidateQueries({ queryKey: [workspace.id] }),
  });
  const shown = formatMoney(Number(original.amount), original.currency);
  return (
    <Drawer
      opened
      onClose={useLayer(true, close)}
      position="right"
      size="lg"
      title={`Cost entry: ${shown}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {withdraw.error === null ? null : <ErrorNote error={withdraw.error} close={withdraw.reset} />}
        <Text>{formatCostStatus(entry)}</Text>
        <Facts
          facts={[
            ['Time range', formatCostPeriod(entry, timezone, labels)],
            [
              'Campaign',
              <Anchor
                key="campaign"
                inherit
                renderRoot={(root) => <Link {...root} to="/campaigns/$campaignId" params={{ campaignId }} />}
              >
                {entry.campaignName}
              </Anchor>,
            ],
            ['Mode', costEntryModes.find(({ value }) => value === entry.mode)?.label ?? entry.mode],
            ['Amount', shown],
            [
              'In workspace currency',
              original.currency === currency ? null : formatMoney(Number(amount), currency),
            ],
            ['Replaced cost', takenOut === null ? null : formatMoney(Number(takenOut), currency)],
            [
              'Progress',
              entry.progress === null ? null : `${entry.progress.done} of ${entry.progress.parts} parts`,
            ],
            ['Added', `${formatClock(entry.createdAt, timezone)} by ${entry.createdBy.label}`],
            ['Reversed', entry.withdrawnAt === null ? null : formatClock(entry.withdrawnAt, timezone)],
          ]}
        />
        {may('costs.write') && status === 'spread' && replacedBy === null ? (
          <div>
            <Button {...danger} loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              Reverse entry
            </Button>
            <Text size="xs" c="dimmed" mt={4}>
              Removes this cost from all visits. The entry is kept in the ledger.
            </Text>
          </div>
        ) : null}
      </Stack>
    </Drawer>
  );
}
