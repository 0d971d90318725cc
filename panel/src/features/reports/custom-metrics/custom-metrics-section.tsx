import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CustomMetric } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { useCustomMetrics } from './use-custom-metrics.ts';

export type MetricAction =
  | { kind: 'edit'; metric: CustomMetric | undefined }
  | { kind: 'delete'; metric: CustomMetric };

// Lists the custom metrics in the column editor. Viewers can use them, but not change them.
export function CustomMetricsSection({ onAction }: { onAction: (action: MetricAction) => void }): ReactNode {
  const { may } = useWorkspace();
  const { metrics } = useCustomMetrics();
  const mayChange = may('custom-metrics.write');
  if (!mayChange && metrics.length === 0) return null;
  return (
    <Stack gap={4} role="group" aria-label="Custom metrics">
      <Text size="sm" fw={600}>
        Custom metrics
      </Text>
      <div style={{ maxHeight: 160, overflowY: 'auto' }}>
        {metrics.map((metric) => (
          <Group key={metric.id} gap={4} wrap="nowrap">
            <Text size="sm" truncate flex={1} title={metric.formula}>
              {metric.name}
            </Text>
            {mayChange ? (
              <>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Edit ${metric.name}`}
                  onClick={() => onAction({ kind: 'edit', metric })}
                >
                  <IconPencil size={14} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size="sm"
                  aria-label={`Delete ${metric.name}`}
                  onClick={() => onAction({ kind: 'delete', metric })}
                >
                  <IconTrash size={14} aria-hidden />
                </ActionIcon>
              </>
            ) : null}
          </Group>
        ))}
      </div>
      {mayChange ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onAction({ kind: 'edit', metric: undefined })}
        >
          New metric
        </Button>
      ) : null}
    </Stack>
  );
}
