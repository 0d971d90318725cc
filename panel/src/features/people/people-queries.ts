import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../lib/me.ts';

/** Whatever was done to somebody may have changed the other list, too. */
export function useRefreshPeople(): () => void {
  const { workspace } = useHere();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: [workspace.id, 'members'] });
    void queries.invalidateQueries({ queryKey: [workspace.id, 'invitations'] });
  };
}
