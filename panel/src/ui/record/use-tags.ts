import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TaggedType } from '@waypost/contract/campaigns/tags.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { changeTags, formatTagResults, taggedType, undoTags } from '../../lib/records/change-tags.ts';
import { useKindKey } from '../../lib/records/record-kind.ts';
import { showDone } from './undo.tsx';

type TagChanges = Parameters<typeof changeTags>[2];

// Changes tags and shows the results in a notification with Undo.
export function useTagChange(thing: string, type: TaggedType, onDone?: () => void) {
  const { api, workspace } = useWorkspace();
  const queries = useQueryClient();
  const key = useKindKey(thing);
  const change = useMutation({
    mutationFn: ({ changes }: { changes: TagChanges; isUndo?: true }) => changeTags(api, type, changes),
    onSuccess: (results, { isUndo }) => {
      const changes = undoTags(results);
      const undo = () => change.mutateAsync({ changes, isUndo: true });
      showDone(formatTagResults(results), isUndo === true || changes.length === 0 ? undefined : undo);
      onDone?.();
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        queries.invalidateQueries({ queryKey: [workspace.id, 'tags', type] }),
      ]),
  });
  return change;
}

// Returns the tags that records of the list have.
export function useUsedTags(thing: string): string[] {
  const { api, workspace } = useWorkspace();
  const type = taggedType(thing);
  const { data } = useQuery({
    queryKey: [workspace.id, 'tags', type],
    queryFn: ({ signal }) => api.getUsedTags({ query: { type: type ?? 'campaign' }, signal }),
    enabled: type !== undefined,
  });
  return data?.tags.map(({ tag }) => tag) ?? [];
}
