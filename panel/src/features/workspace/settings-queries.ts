import { useQueryClient } from '@tanstack/react-query';
import type { WorkspaceSettings } from '../../lib/api.ts';
import { meQuery, useWorkspace } from '../../lib/current-workspace.ts';

export function useSettingsKey(): readonly [string, string] {
  const { workspace } = useWorkspace();
  return [workspace.id, 'settings'];
}

/** Shows settings as they were written, also where the shell and other screens have taken something from them. */
export function useShowSettings(): (written: WorkspaceSettings) => void {
  const queries = useQueryClient();
  const key = useSettingsKey();
  return (written) => {
    queries.setQueryData(key, written);
    // A restored version is answered without its warnings.
    if (written.warnings === undefined) void queries.invalidateQueries({ queryKey: key, exact: true });
    void queries.invalidateQueries({ queryKey: [...key, key[0], 'versions'] });
    void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  };
}
