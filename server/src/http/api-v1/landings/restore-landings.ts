import { bulkIds, restoredCount } from '@waypost/contract/records.ts';
import { restoreLandings } from '../../../services/landings/restore-landings.ts';
import type { Operation } from '../operation.ts';

export const restoreLandingsOperation: Operation = {
  method: 'POST',
  path: '/landings/restore',
  scope: 'write',
  summary: 'Restores archived landings, all or none',
  body: bulkIds,
  data: restoredCount,
  errors: ['NOT_FOUND'],
  run: (context, { body }) => restoreLandings(context, body),
};
