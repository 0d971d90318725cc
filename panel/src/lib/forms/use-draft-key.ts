import { useWorkspace } from '../api/current-workspace.ts';

export function useDraftKey(...about: string[]): string {
  const { me, workspace } = useWorkspace();
  return ['draft', me.id, workspace.id, ...about].join('/');
}
