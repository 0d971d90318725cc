import { bulkIds, restoredCount } from '@waypost/contract/records.ts';
import { restoreLandings } from '../../../services/landings/restore-landings.ts';
import { bulkMistake, notAllKnown } from '../example-errors.ts';
import { ids } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const restoreLandingsOperation: Operation = {
  operationId: 'restoreLandings',
  method: 'POST',
  path: '/landings/restore',
  scope: 'write',
  summary: 'Restores archived landings, all or none',
  body: bulkIds,
  data: restoredCount,
  errors: { NOT_FOUND: { landings: notAllKnown('landing') } },
  example: { body: { ids: [ids.landing] }, data: { restored: 1 }, issue: bulkMistake },
  run: (context, { body }) => restoreLandings(context, body),
};
