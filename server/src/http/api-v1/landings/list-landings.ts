import { landing, landingFilter } from '@waypost/contract/landings.ts';
import { listLandings } from '../../../services/landings/list-landings.ts';
import { landingExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const listLandingsOperation: Operation = {
  kind: 'list',
  operationId: 'listLandings',
  method: 'GET',
  path: '/landings',
  scope: 'read',
  summary: 'Lists landings, oldest first',
  query: landingFilter,
  data: landing,
  example: {
    query: { q: 'quiz', country: 'DE' },
    data: [landingExample],
    issue: { path: 'includeArchived', message: 'must be 1 or left out' },
  },
  run: (context, { query }) => listLandings(context, query),
};
