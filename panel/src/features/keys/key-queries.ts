import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';

const keyPrefix = 'keys';

/** Loads an API key. The data is null if the workspace has no key with this ID. */
export function useApiKey(id: string) {
  const { workspace, api } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, keyPrefix, 'one', id],
    queryFn: async ({ signal }): Promise<ApiKey | null> => {
      const { items } = await api.listKeys({ query: { q: id }, signal });
      return items.find((key) => key.id === id) ?? null;
    },
  });
}

export function useRefreshKeys(): () => void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [workspace.id, keyPrefix] });
}
