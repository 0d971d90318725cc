import { rotatorPath, rotatorPathFilter } from '@waypost/contract/rotators.ts';
import { listRotatorPaths } from '../../../services/rotators/list-rotator-paths.ts';
import { ids, rotatorPathExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const listRotatorPathsOperation: Operation = {
  kind: 'list',
  operationId: 'listRotatorPaths',
  method: 'GET',
  path: '/rotator-paths',
  scope: 'read',
  summary: 'Lists rotator paths, oldest first',
  query: rotatorPathFilter,
  data: rotatorPath,
  example: {
    query: { rotatorId: ids.rotator },
    data: [rotatorPathExample],
    issue: { path: 'rotatorId', message: 'must be an id of 36 characters' },
  },
  run: (context, { query }) => listRotatorPaths(context, query),
};
