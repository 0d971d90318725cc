import { domain } from '@waypost/contract/domains.ts';
import { getDomain } from '../../../services/domains/get-domain.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { domainExample } from '../example-records.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const getDomainOperation: PanelOperation = {
  operationId: 'getDomain',
  method: 'GET',
  path: '/domains/{id}',
  access: 'domains.read',
  summary: 'Reads one domain, archived ones too',
  data: domain,
  errors: { NOT_FOUND: { domain: noSuch('domain') } },
  example: { data: domainExample, issue: strayParameter },
  run: (context, input) => getDomain(context, inputId(input)),
};
