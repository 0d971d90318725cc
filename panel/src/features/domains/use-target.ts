import { useQuery } from '@tanstack/react-query';
import { personApi } from '../../lib/api.ts';

/** The host that names have to lead to: null where none is configured, undefined while that is not known. */
export function useTarget(): string | null | undefined {
  const { data } = useQuery({
    queryKey: ['installation'],
    queryFn: ({ signal }) => personApi.getInstallation({ signal }),
    staleTime: Infinity,
  });
  return data?.trackingHost;
}
