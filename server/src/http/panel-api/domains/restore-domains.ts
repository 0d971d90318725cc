import { bulkIds, restoredCount } from '@waypost/contract/records.ts';
import { restoreDomains } from '../../../services/domains/restore-domains.ts';
import { bulkMistake, notAllKnown } from '../../api-v1/example-errors.ts';
import { panelIds } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const restoreDomainsOperation: PanelOperation = {
  operationId: 'restoreDomains',
  method: 'POST',
  path: '/domains/restore',
  access: 'domains.write',
  summary: 'Restores archived domains, all or none',
  description: 'They have to be checked anew: a host may be somebody else’s by now.',
  body: bulkIds,
  data: restoredCount,
  errors: { NOT_FOUND: { domains: notAllKnown('domain') } },
  example: { body: { ids: [panelIds.domain] }, data: { restored: 1 }, issue: bulkMistake },
  run: (context, { body }) => restoreDomains(context, body),
};
