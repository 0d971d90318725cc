import { newSourceWithTokens } from '@waypost/contract/traffic-sources.ts';
import { addTrafficSource } from '../../../services/traffic-sources/add-traffic-source.ts';
import { createTrafficSourceOperation as publicOperation } from '../../api-v1/traffic-sources/create-traffic-source.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const createTrafficSourceOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'traffic-sources.write',
  body: newSourceWithTokens,
  run: (context, { body }) => addTrafficSource(context, body),
};
