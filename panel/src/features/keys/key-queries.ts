import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';

/** The first part of the key of everything that was asked about API keys. */
const asked = 'keys';

/** One key; null where the workspace has none by this id. */
export function useApiKey(id: string) {
  const { workspace, api } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, asked, 'one', id],
    queryFn: async ({ signal }): Promise<ApiKey | null> => {
      const { items } = await api.listKeys({ query: { q: id }, signal });
      return items.find((key) => key.id === id) ?? null;
    },
  });
}

export function useRefreshKeys(): () => void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [workspace.id, asked] });
}
