import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../lib/api/current-workspace.ts';

const everyMs = 60_000;

/**
 * Returns the number of open alerts, or 0 if the member may not see alerts. Uses the same query key as the Alerts
 * screen.
 */
export function useOpenAlerts(): number {
  const { workspace, api, may } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'getAlertSummary'],
    queryFn: ({ signal }) => api.getAlertSummary({ signal }),
    enabled: may('alerts.read'),
    refetchInterval: everyMs,
  });
  return data?.open ?? 0;
}

export function formatOpenAlerts(open: number): string {
  return open === 1 ? '1 open alert' : `${open} open alerts`;
}
