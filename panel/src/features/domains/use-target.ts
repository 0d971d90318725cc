import { useQuery } from '@tanstack/react-query';
import { personApi } from '../../lib/api.ts';

/** The CNAME target: null if none is configured, undefined while loading. */
export function useTarget(): string | null | undefined {
  const { data } = useQuery({
    queryKey: ['installation'],
    queryFn: ({ signal }) => personApi.getInstallation({ signal }),
    staleTime: Infinity,
  });
  return data?.trackingHost;
}
