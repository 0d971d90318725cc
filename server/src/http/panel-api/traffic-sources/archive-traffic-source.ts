import { archiveTrafficSource } from '../../../services/traffic-sources/archive-traffic-source.ts';
import { archiveTrafficSourceOperation as publicOperation } from '../../api-v1/traffic-sources/archive-traffic-source.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const archiveTrafficSourceOperation: PanelOperation = {
  ...likePublic(publicOperation),
  method: 'POST',
  path: '/traffic-sources/{id}/archive',
  access: 'traffic-sources.write',
  run: (context, input) => archiveTrafficSource(context, inputId(input)),
};
