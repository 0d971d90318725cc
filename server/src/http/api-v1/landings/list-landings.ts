import { landing, landingFilter } from '@waypost/contract/landings.ts';
import { listLandings } from '../../../services/landings/list-landings.ts';
import type { Operation } from '../operation.ts';

export const listLandingsOperation: Operation = {
  kind: 'list',
  method: 'GET',
  path: '/landings',
  scope: 'read',
  summary: 'Lists landings, oldest first',
  query: landingFilter,
  data: landing,
  run: (context, { query }) => listLandings(context, query),
};
