import { z } from 'zod';
import { archiveDomain } from '../../../services/domains/archive-domain.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { domainInUse } from '../example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const archiveDomainOperation: PanelOperation = {
  operationId: 'archiveDomain',
  method: 'POST',
  path: '/domains/{id}/archive',
  access: 'domains.write',
  summary: 'Archives a domain',
  description: 'Refused while a campaign that is not archived uses it. Archiving again changes nothing.',
  data: z.null(),
  errors: { NOT_FOUND: { domain: noSuch('domain') }, CONFLICT: { domainInUse } },
  example: { data: null, issue: strayParameter },
  run: (context, input) => archiveDomain(context, inputId(input)),
};
