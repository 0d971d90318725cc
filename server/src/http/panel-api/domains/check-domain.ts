import { domain } from '@waypost/contract/domains.ts';
import { checkDomain, noTrackingHost } from '../../../services/domains/check-domain.ts';
import { archived, noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { hostTaken } from '../example-errors.ts';
import { domainExample } from '../example-records.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const checkDomainOperation: PanelOperation = {
  operationId: 'checkDomain',
  method: 'POST',
  path: '/domains/{id}/check',
  access: 'domains.check',
  summary: 'Looks up where the name of a domain leads, and keeps the finding',
  description:
    'It has to have a CNAME record for the host of WAYPOST_TRACKING_URL. Takes up to five seconds.',
  data: domain,
  errors: {
    NOT_FOUND: { domain: noSuch('domain') },
    CONFLICT: {
      domainArchived: archived('domain'),
      noTrackingHost: { message: noTrackingHost, details: {} },
      hostTaken,
    },
  },
  example: { data: domainExample, issue: strayParameter },
  run: (context, input) => checkDomain(context, inputId(input)),
};
