import { bulkIds, restoredCount } from '@waypost/contract/records.ts';
import { restoreTrafficSources } from '../../../services/traffic-sources/restore-traffic-sources.ts';
import type { Operation } from '../operation.ts';

export const restoreTrafficSourcesOperation: Operation = {
  method: 'POST',
  path: '/traffic-sources/restore',
  scope: 'write',
  summary: 'Restores archived traffic sources, all or none',
  body: bulkIds,
  data: restoredCount,
  errors: ['NOT_FOUND'],
  run: (context, { body }) => restoreTrafficSources(context, body),
};
