import { useWorkspace } from '../current-workspace.ts';

/** Where what somebody types is kept until it is saved: for the person, in the workspace, by what it is about. */
export function useDraftKey(...about: string[]): string {
  const { me, workspace } = useWorkspace();
  return ['draft', me.id, workspace.id, ...about].join('/');
}
