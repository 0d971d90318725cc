import { domain, domainFilter } from '@waypost/contract/domains.ts';
import { listDomains } from '../../../services/domains/list-domains.ts';
import { domainExample } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const listDomainsOperation: PanelOperation = {
  kind: 'list',
  operationId: 'listDomains',
  method: 'GET',
  path: '/domains',
  access: 'domains.read',
  summary: 'Lists domains, oldest first',
  query: domainFilter,
  data: domain,
  example: {
    query: { q: 'track' },
    data: [domainExample],
    issue: { path: 'includeArchived', message: 'must be 1 or left out' },
  },
  run: (context, { query }) => listDomains(context, query),
};
