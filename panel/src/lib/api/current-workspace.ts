import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import {
  createWaypostPanelClient,
  WaypostApiError,
  type OwnAccount,
  type OwnWorkspace,
  type WaypostPanelClient,
} from '../../../../client/waypost-panel-client.ts';
import { workspaceApi } from './api.ts';

// This client does not wait for sign-in, because 401 is an expected response to the query below.
const client = createWaypostPanelClient({});

/** Query for the signed-in account. The data is null before sign-in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<OwnAccount | null> => {
    try {
      return await client.getMe({ signal });
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
  may: (permission: OwnWorkspace['permissions'][number]) => boolean;
};

export const WorkspaceContext = createContext<CurrentWorkspace | undefined>(undefined);

export function useWorkspace(): CurrentWorkspace {
  const current = use(WorkspaceContext);
  if (current === undefined) throw new Error('useWorkspace can only be used inside the shell');
  return current;
}

/**
 * Returns the workspace named in the URL. If the URL names none of the person's workspaces, returns the workspace that
 * was used last or, failing that, the first workspace.
 */
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
