import { useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from '../../lib/current-workspace.ts';

/** Whatever was done to somebody may have changed the other list, too. */
export function useRefreshMembers(): () => void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: [workspace.id, 'members'] });
    void queries.invalidateQueries({ queryKey: [workspace.id, 'invitations'] });
  };
}
