import { rotator, rotatorFilter } from '@waypost/contract/rotators.ts';
import { listRotators } from '../../../services/rotators/list-rotators.ts';
import type { Operation } from '../operation.ts';

export const listRotatorsOperation: Operation = {
  kind: 'list',
  method: 'GET',
  path: '/rotators',
  scope: 'read',
  summary: 'Lists rotators, oldest first',
  query: rotatorFilter,
  data: rotator,
  run: (context, { query }) => listRotators(context, query),
};
