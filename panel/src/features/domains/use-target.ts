import { useQuery } from '@tanstack/react-query';
import { personApi } from '../../lib/api/api.ts';

/** Returns the CNAME target, null if no target is configured, or undefined while loading. */
export function useTarget(): string | null | undefined {
  const { data } = useQuery({
    queryKey: ['installation'],
    queryFn: ({ signal }) => personApi.getInstallation({ signal }),
    staleTime: Infinity,
  });
  return data?.trackingHost;
}
