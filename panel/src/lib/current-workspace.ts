import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import {
  createWaypostPanelClient,
  WaypostApiError,
  type OwnAccount,
  type OwnWorkspace,
  type WaypostPanelClient,
} from '../../../client/waypost-panel-client.ts';
import { workspaceApi } from './api.ts';

// Asked before anybody is known to be signed in: that nobody is, is an answer here.
const asking = createWaypostPanelClient({});

/** Who is signed in; null where nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<OwnAccount | null> => {
    try {
      return await asking.getMe({ signal });
    } catch (error) {
      if (error instanceof WaypostApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

type CurrentWorkspace = {
  me: OwnAccount;
  workspace: OwnWorkspace;
  api: WaypostPanelClient;
  /** Whether the person's role allows it here: what it does not allow is not offered. */
  may: (permission: OwnWorkspace['permissions'][number]) => boolean;
};

export const WorkspaceContext = createContext<CurrentWorkspace | undefined>(undefined);

/** Who is signed in, and the workspace that this tab stands in. */
export function useWorkspace(): CurrentWorkspace {
  const here = use(WorkspaceContext);
  if (here === undefined) throw new Error('only inside the shell');
  return here;
}

/** The workspace that the address names, else the one used last, else the first. */
export function chooseWorkspace(me: OwnAccount, named: string | undefined): OwnWorkspace | undefined {
  const find = (id: string | undefined) => me.workspaces.find((workspace) => workspace.id === id);
  return find(named) ?? find(me.lastWorkspaceId) ?? me.workspaces[0];
}

export function toCurrentWorkspace(me: OwnAccount, workspace: OwnWorkspace): CurrentWorkspace {
  return {
    me,
    workspace,
    api: workspaceApi(workspace.id),
    may: (permission) => workspace.permissions.includes(permission),
  };
}
