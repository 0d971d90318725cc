import { restoreTrafficSources } from '../../../services/traffic-sources/restore-traffic-sources.ts';
import { restoreTrafficSourcesOperation as publicOperation } from '../../api-v1/traffic-sources/restore-traffic-sources.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const restoreTrafficSourcesOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'traffic-sources.write',
  run: (context, { body }) => restoreTrafficSources(context, body),
};
