import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { InboxReplay, InboxReplayOrder } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { hasApplied, isOpenReplay } from './replay.ts';

const pollMs = 700;

type ReplayRun = {
  /** The campaign's latest replay by any member; undefined if no replay ran in the last day. */
  replay: InboxReplay | undefined;
  start: (order: InboxReplayOrder) => void;
  stop: () => void;
  isStarting: boolean;
  error: unknown;
};

/** Previews or applies a replay. A worker runs the replay, so it continues after the page is closed. */
export function useReplay(campaignId: string): ReplayRun {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const listKey = [workspace.id, 'listReplays', campaignId];
  const list = useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api.listReplays({ query: { campaignId, limit: 1 }, signal }),
  });
  const id = list.data?.items[0]?.id;
  const keyOf = (replayId: string | undefined) => [workspace.id, 'getReplay', replayId];
  const current = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.getReplay(id ?? '', { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data !== undefined && !isOpenReplay(state.data) ? false : pollMs),
  });
  const show = async (now: InboxReplay) => {
    queries.setQueryData(keyOf(now.id), now);
    await queries.invalidateQueries({ queryKey: [workspace.id, 'listReplays'] });
  };
  const starting = useMutation({
    mutationFn: (order: InboxReplayOrder) => api.startReplay(order),
    onSuccess: show,
  });
  const stopping = useMutation({ mutationFn: () => api.stopReplay(id ?? ''), onSuccess: show });
  useFreshNumbers(current.data);
  return {
    replay: current.data,
    start: starting.mutate,
    stop: () => stopping.mutate(),
    isStarting: starting.isPending,
    error: starting.error ?? stopping.error ?? list.error ?? current.error,
  };
}

/** Refetches all other workspace data after a replay has changed conversions and postbacks. */
function useFreshNumbers(replay: InboxReplay | undefined): void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  const id = hasApplied(replay) ? replay?.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    void queries.invalidateQueries({
      predicate: ({ queryKey: [at, name] }) =>
        at === workspace.id && name !== 'getReplay' && name !== 'listReplays',
    });
  }, [id, queries, workspace.id]);
}
