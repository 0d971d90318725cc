import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../lib/current-workspace.ts';

const everyMs = 60_000;

/** How many alerts are open; none where nobody may know. The key is that of the screen, which so changes both. */
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
  return open === 1 ? '1 alert is open' : `${open} alerts are open`;
}
