import { useWorkspace } from '../current-workspace.ts';

/** Storage key of a draft, by account, workspace and record. */
export function useDraftKey(...about: string[]): string {
  const { me, workspace } = useWorkspace();
  return ['draft', me.id, workspace.id, ...about].join('/');
}
