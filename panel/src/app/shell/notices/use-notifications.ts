import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { now } from '../../../lib/time/now.ts';
import { useStore } from '../../../lib/api/store.ts';
import { collectNotifications, type Notification } from './collect-notifications.ts';
import { markAsRead } from './read-notices.ts';

/** Polling intervals while work is running and while no work is running. Hidden tabs do not poll. */
const [busyMs, idleMs] = [3_000, 60_000];
const newsMs = 24 * 60 * 60 * 1_000;
const pageSize = 200;
const none: never[] = [];

/**
 * Returns notifications about long-running work that this person started in this workspace. The browser stores which
 * notifications were read.
 */
export function useNotifications(): { notices: Notification[]; markRead: () => void } {
  const { me, workspace } = useWorkspace();
  const [read, setRead] = useLocalStorage<string[]>({
    key: `waypost-read-notices:${me.id}:${workspace.id}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  const { uploads, costs, replays } = useWork();
  const current = useStore(now);
  const notices = useMemo(
    () =>
      collectNotifications(
        { uploads, costs, replays },
        {
          personId: me.id,
          since: new Date(current.getTime() - newsMs),
          isRead: (key) => read.includes(key),
        },
      ),
    [uploads, costs, replays, me.id, current, read],
  );
  return {
    notices,
    markRead: () => {
      const keys = markAsRead(notices, read);
      if (keys !== undefined) setRead(keys);
    },
  };
}

/**
 * Loads the person's recent work. The query keys start with the keys of the lists, so that starting work refreshes both
 * the list and the notifications.
 */
function useWork() {
  const { workspace, api, may } = useWorkspace();
  const { data: uploads = none } = useQuery({
    queryKey: [workspace.id, 'listUploads', 'newest'],
    queryFn: async ({ signal }) => (await api.listUploads({ query: { limit: pageSize }, signal })).items,
    enabled: may('uploads.read'),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'reading') ? busyMs : idleMs),
  });
  const { data: costs = none } = useQuery({
    queryKey: [workspace.id, 'listCosts', 'newest'],
    queryFn: async ({ signal }) => (await api.listCosts({ query: { limit: pageSize }, signal })).items,
    enabled: may('costs.read'),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending' || status === 'withdrawing') ? busyMs : idleMs,
  });
  const { data: replays = none } = useQuery({
    queryKey: [workspace.id, 'listReplays', 'newest'],
    queryFn: async ({ signal }) => (await api.listReplays({ query: { limit: pageSize }, signal })).items,
    enabled: may('inbox.replay'),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === 'waiting' || one.state === 'running') ? busyMs : idleMs,
  });
  return { uploads, costs, replays };
}
