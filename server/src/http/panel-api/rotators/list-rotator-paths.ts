import { listRotatorPaths } from '../../../services/rotators/list-rotator-paths.ts';
import { listRotatorPathsOperation as publicOperation } from '../../api-v1/rotators/list-rotator-paths.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const listRotatorPathsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  kind: 'list',
  access: 'rotators.read',
  run: (context, { query }) => listRotatorPaths(context, query),
};
