import { rotatorPath, rotatorPathFilter } from '@waypost/contract/rotators.ts';
import { listRotatorPaths } from '../../../services/rotators/list-rotator-paths.ts';
import type { Operation } from '../operation.ts';

export const listRotatorPathsOperation: Operation = {
  kind: 'list',
  method: 'GET',
  path: '/rotator-paths',
  scope: 'read',
  summary: 'Lists rotator paths, oldest first',
  query: rotatorPathFilter,
  data: rotatorPath,
  run: (context, { query }) => listRotatorPaths(context, query),
};
