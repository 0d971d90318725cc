import { Anchor, Button, Drawer, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CostEntry } from '../../lib/api.ts';
import { formatMoney } from '../../lib/format-metrics.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { costEntryModes, formatCostPeriod, formatCostStatus } from '../../lib/format-cost-entry.ts';
import { formatClock } from '../../lib/format-clock.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useLayer } from '../../ui/use-layer.ts';

/** One entry of the ledger with all that is kept of it. */
export function CostDrawer({ entry, close }: { entry: CostEntry; close: () => void }): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const queries = useQueryClient();
  const { timezone } = workspace;
  const { id, campaignId, amount, currency, original, takenOut, status, replacedBy } = entry;
  const withdraw = useMutation({
    mutationFn: () => api.withdrawCost(id),
    onSuccess: () => showDone('The cost is being taken back from its visits.', undefined),
    onSettled: () => void queries.invalidateQueries({ queryKey: [workspace.id] }),
  });
  const shown = formatMoney(Number(original.amount), original.currency);
  return (
    <Drawer
      opened
      onClose={useLayer(true, close)}
      position="right"
      size="lg"
      title={`Cost of ${shown}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {withdraw.error === null ? null : <ErrorNote error={withdraw.error} close={withdraw.reset} />}
        <Text>{formatCostStatus(entry)}</Text>
        <Facts
          facts={[
            ['Days', formatCostPeriod(entry, timezone)],
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
            ['What it does', costEntryModes.find(({ value }) => value === entry.mode)?.label ?? entry.mode],
            ['As entered', shown],
            [
              'In the workspace’s currency',
              original.currency === currency ? null : formatMoney(Number(amount), currency),
            ],
            ['Taken out for it', takenOut === null ? null : formatMoney(Number(takenOut), currency)],
            [
              'Spread',
              entry.progress === null ? null : `${entry.progress.done} of ${entry.progress.parts} parts`,
            ],
            ['Entered', `${formatClock(entry.createdAt, timezone)}, by ${entry.createdBy.label}`],
            ['Taken back', entry.withdrawnAt === null ? null : formatClock(entry.withdrawnAt, timezone)],
          ]}
        />
        {may('costs.write') && status === 'spread' && replacedBy === null ? (
          <div>
            <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              Take it back
            </Button>
            <Text size="xs" c="dimmed" mt={4}>
              Each visit gets the same with a minus, to the last digit. The entry stays in this list.
            </Text>
          </div>
        ) : null}
      </Stack>
    </Drawer>
  );
}
