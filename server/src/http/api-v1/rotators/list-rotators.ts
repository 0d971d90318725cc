import { rotator, rotatorFilter } from '@waypost/contract/rotators.ts';
import { listRotators } from '../../../services/rotators/list-rotators.ts';
import { rotatorExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const listRotatorsOperation: Operation = {
  kind: 'list',
  operationId: 'listRotators',
  method: 'GET',
  path: '/rotators',
  scope: 'read',
  summary: 'Lists rotators, oldest first',
  description: 'Archived ones are not listed.',
  query: rotatorFilter,
  data: rotator,
  example: {
    query: { q: 'mobile' },
    data: [rotatorExample],
    issue: { path: 'country', message: 'must be a country code of ISO 3166-1, such as DE' },
  },
  run: (context, { query }) => listRotators(context, query),
};
