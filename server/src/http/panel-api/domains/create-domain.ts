import { newDomain } from '@waypost/contract/domains.ts';
import { createdId } from '@waypost/contract/records.ts';
import { createDomain } from '../../../services/domains/create-domain.ts';
import { domainInArchive, domainThere } from '../example-errors.ts';
import { domainExample, panelIds } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const createDomainOperation: PanelOperation = {
  operationId: 'createDomain',
  method: 'POST',
  path: '/domains',
  access: 'domains.write',
  summary: 'Adds a domain',
  body: newDomain,
  data: createdId,
  errors: { CONFLICT: { domainThere, domainInArchive } },
  example: {
    body: { host: domainExample.host },
    data: { id: panelIds.domain },
    issue: { path: 'host', message: 'must be the name of a host, such as track.example.com' },
  },
  run: (context, { body }) => createDomain(context, body),
};
