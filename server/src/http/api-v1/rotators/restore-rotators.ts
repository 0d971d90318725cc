import { bulkIds, restoredCount } from '@waypost/contract/records.ts';
import { restoreRotators } from '../../../services/rotators/restore-rotators.ts';
import { bulkMistake, notAllKnown } from '../example-errors.ts';
import { ids } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const restoreRotatorsOperation: Operation = {
  operationId: 'restoreRotators',
  method: 'POST',
  path: '/rotators/restore',
  scope: 'write',
  summary: 'Restores archived rotators, all or none',
  description: 'Brings back the records only; what their streams lead to stays as it is.',
  body: bulkIds,
  data: restoredCount,
  errors: { NOT_FOUND: { rotators: notAllKnown('rotator') } },
  example: { body: { ids: [ids.rotator] }, data: { restored: 1 }, issue: bulkMistake },
  run: (context, { body }) => restoreRotators(context, body),
};
