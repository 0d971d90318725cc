import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CustomMetric } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { showDone } from '../../../ui/record/undo.tsx';
import type { MetricAction } from './custom-metrics-section.tsx';
import { MetricForm } from './metric-form.tsx';
import { useCustomMetrics } from './use-custom-metrics.ts';

export function MetricDialogs({
  action,
  close,
  onCreated,
}: {
  action: MetricAction | undefined;
  close: () => void;
  onCreated: (metric: CustomMetric) => void;
}): ReactNode {
  const { refresh } = useCustomMetrics();
  if (action === undefined) return null;
  if (action.kind === 'delete')
    return <DeleteMetric metric={action.metric} close={close} refresh={refresh} />;
  return (
    <MetricForm
      metric={action.metric}
      close={close}
      onSaved={(saved) => {
        showDone(action.metric === undefined ? 'Metric created.' : 'Metric saved.', undefined);
        refresh(saved);
        close();
        if (action.metric === undefined) onCreated(saved);
      }}
    />
  );
}

function DeleteMetric({
  metric,
  close,
  refresh,
}: {
  metric: CustomMetric;
  close: () => void;
  refresh: () => void;
}): ReactNode {
  const { api } = useWorkspace();
  const remove = useMutation({
    mutationFn: () => api.deleteCustomMetric(metric.id),
    onSuccess: () => {
      showDone('Metric deleted.', undefined);
      refresh();
      close();
    },
  });
  return (
    <Confirm
      title="Delete custom metric"
      action="Delete metric"
      doing={{ mutate: () => remove.mutate(), isPending: remove.isPending, error: remove.error }}
      close={close}
    >
      {`Saved reports of all members lose the column “${metric.name}”. Their other columns stay. This cannot be undone.`}
    </Confirm>
  );
}
