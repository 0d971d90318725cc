import { bulkIds, restoredCount } from '@waypost/contract/records.ts';
import { restoreRotators } from '../../../services/rotators/restore-rotators.ts';
import type { Operation } from '../operation.ts';

export const restoreRotatorsOperation: Operation = {
  method: 'POST',
  path: '/rotators/restore',
  scope: 'write',
  summary: 'Restores archived rotators, all or none',
  body: bulkIds,
  data: restoredCount,
  errors: ['NOT_FOUND'],
  run: (context, { body }) => restoreRotators(context, body),
};
