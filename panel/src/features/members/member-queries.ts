import { useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from '../../lib/api/current-workspace.ts';

/** Refetches members and invitations, because removing a member also revokes the invitations that they sent. */
export function useRefreshMembers(): () => void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: [workspace.id, 'members'] });
    void queries.invalidateQueries({ queryKey: [workspace.id, 'invitations'] });
  };
}
