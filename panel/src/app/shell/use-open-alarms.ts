import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../lib/me.ts';

const everyMs = 60_000;

/** How many alarms are open; none where nobody may know. The key is that of the screen, which so changes both. */
export function useOpenAlarms(): number {
  const { workspace, api, may } = useHere();
  const { data } = useQuery({
    queryKey: [workspace.id, 'getAlarmSummary'],
    queryFn: ({ signal }) => api.getAlarmSummary({ signal }),
    enabled: may('alarms.read'),
    refetchInterval: everyMs,
  });
  return data?.open ?? 0;
}

export function sayOpenAlarms(open: number): string {
  return open === 1 ? '1 alarm is open' : `${open} alarms are open`;
}
