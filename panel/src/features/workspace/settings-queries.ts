import { useQueryClient } from '@tanstack/react-query';
import type { WorkspaceSettings } from '../../lib/api/api.ts';
import { meQuery, useWorkspace } from '../../lib/api/current-workspace.ts';

export function useSettingsKey(): readonly [string, string] {
  const { workspace } = useWorkspace();
  return [workspace.id, 'settings'];
}

/**
 * Updates the cached settings after a save, and refetches data that the shell and other screens derive from the
 * settings.
 */
export function useShowSettings(): (saved: WorkspaceSettings) => void {
  const queries = useQueryClient();
  const key = useSettingsKey();
  return (saved) => {
    queries.setQueryData(key, saved);
    // The response to a restore does not include warnings, so the settings are refetched.
    if (saved.warnings === undefined) void queries.invalidateQueries({ queryKey: key, exact: true });
    void queries.invalidateQueries({ queryKey: [...key, key[0], 'versions'] });
    void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  };
}
