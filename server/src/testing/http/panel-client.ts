import {
  createWaypostPanelClient,
  type WaypostPanelClient,
} from '../../../../client/waypost-panel-client.ts';
import type { ApiServer } from './api-server.ts';
import type { CheckedDescription } from './checked-description.ts';

const prefix = '/panel/api';

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
      const [pathname = ''] = path.split('?');
      description.check({ method, path: pathname, status, headers, text: raw });
      return new Response(raw, { status, headers });
    },
  });
}
