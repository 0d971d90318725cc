import { bulkIds, restoredCount } from '@waypost/contract/records.ts';
import { restoreTrafficSources } from '../../../services/traffic-sources/restore-traffic-sources.ts';
import { bulkMistake, notAllKnown } from '../example-errors.ts';
import { ids } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const restoreTrafficSourcesOperation: Operation = {
  operationId: 'restoreTrafficSources',
  method: 'POST',
  path: '/traffic-sources/restore',
  scope: 'write',
  summary: 'Restores archived traffic sources, all or none',
  body: bulkIds,
  data: restoredCount,
  errors: { NOT_FOUND: { trafficSources: notAllKnown('traffic source') } },
  example: { body: { ids: [ids.trafficSource] }, data: { restored: 1 }, issue: bulkMistake },
  run: (context, { body }) => restoreTrafficSources(context, body),
};
