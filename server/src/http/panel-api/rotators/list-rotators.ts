import { rotatorPanelFilter } from '@waypost/contract/rotators.ts';
import { listRotators } from '../../../services/rotators/list-rotators.ts';
import { listRotatorsOperation as publicOperation } from '../../api-v1/rotators/list-rotators.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const listRotatorsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  kind: 'list',
  description: 'Archived ones only where they are asked for.',
  query: rotatorPanelFilter,
  access: 'rotators.read',
  run: (context, { query }) => listRotators(context, query),
};
