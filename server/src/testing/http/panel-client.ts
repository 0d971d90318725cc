import {
  createWaypostPanelClient,
  type WaypostPanelClient,
} from '../../../../client/waypost-panel-client.ts';
import type { ApiServer } from './api-server.ts';
import type { CheckedDescription } from './checked-description.ts';

const prefix = '/panel/api';

/** The panel's API as one session sees it in a workspace, where every answer is held against the description. */
export function makePanelClient(
  api: ApiServer,
  { session, workspaceId }: { session: string; workspaceId: string },
  description: CheckedDescription,
): WaypostPanelClient {
  return createWaypostPanelClient({
    workspaceId,
    fetch: async (input, init = {}) => {
      const { method = 'GET', body } = init;
      const path = (typeof input === 'string' ? input : '').slice(prefix.length);
      const sent = typeof body === 'string' ? { body } : {};
      const { status, headers, raw } = await api.ask({ session, method, path, ...sent });
      const [place = ''] = path.split('?');
      description.check({ method, path: place, status, headers, text: raw });
      return new Response(raw, { status, headers });
    },
  });
}
