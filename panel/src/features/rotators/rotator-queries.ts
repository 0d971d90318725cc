import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { PanelRotator } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';

/** Returns a rotator query key. All rotator keys have the same prefix, so that they can be invalidated together. */
export function rotatorKey(workspaceId: string, ...more: unknown[]): unknown[] {
  return [workspaceId, 'rotators', ...more];
}

export function useRotator(id: string): UseQueryResult<PanelRotator> {
  const { workspace, api } = useWorkspace();
  return useQuery({
    queryKey: rotatorKey(workspace.id, id, 'record'),
    queryFn: ({ signal }) => api.getRotator(id, { signal }),
  });
}

export function useRefreshRotators(): () => void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  return () => {
    // Cached rules are removed, because an editor that is opened later must not start with outdated rules.
    queries.removeQueries({
      queryKey: rotatorKey(workspace.id),
      type: 'inactive',
      predicate: ({ queryKey }) => queryKey.at(-1) === 'rules',
    });
    void queries.invalidateQueries({ queryKey: rotatorKey(workspace.id) });
  };
}
