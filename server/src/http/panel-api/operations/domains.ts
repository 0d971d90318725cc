import {
  domain,
  domainListQuery,
  domainsPage,
  hostRecord,
  hostRecordQuery,
  newDomain,
} from '@waypost/contract/campaigns/domains.ts';
import { pageOf } from '@waypost/contract/api/paging.ts';
import { checkDomain, noTrackingHost, readHostRecord } from '../../../services/domains/check-domain.ts';
import { createDomain } from '../../../services/domains/create-domain.ts';
import {
  archiveDomain,
  archiveDomains,
  domainRecord,
  getDomain,
  listDomains,
  restoreDomains,
} from '../../../services/domains/domains.ts';
import { archived, noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { domainInArchive, domainInUse, domainThere, hostTaken } from '../examples/errors.ts';
import { domainExample } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { createsRecord, type ShownRecord } from '../versioned.ts';
import { lifecycleOperations } from './lifecycle.ts';

const withoutTrackingHost = {
  noTrackingHost: { message: noTrackingHost, details: { reason: 'no-tracking-host' } },
};

const record: ShownRecord = { label: 'domain', data: domain, example: domainExample, read: getDomain };

export const domainOperations: PanelOperation[] = [
  {
    operationId: 'listDomains',
    method: 'GET',
    path: '/domains',
    access: 'domains.read',
    summary: 'List domains',
    query: domainListQuery,
    data: domainsPage,
    example: {
      query: { q: 'track' },
      data: pageOf(domainExample),
      issue: { path: 'archived', message: 'must be 0, 1 or all' },
    },
    run: (context, { query }) => listDomains(context, query),
  },
  createsRecord(record, {
    operationId: 'createDomain',
    method: 'POST',
    path: '/domains',
    access: 'domains.write',
    summary: 'Create a domain',
    body: newDomain,
    errors: { CONFLICT: { domainThere, domainInArchive } },
    example: {
      body: { host: domainExample.host },
      data: { verification: 'pending', checkedAt: null },
      issue: { path: 'host', message: 'must be a host name such as track.example.com' },
    },
    run: (context, { body }) => createDomain(context, body),
  }),
  {
    operationId: 'getDomain',
    method: 'GET',
    path: '/domains/{id}',
    access: 'domains.read',
    summary: 'Get a domain, archived or not',
    data: domain,
    errors: { NOT_FOUND: { domain: noSuch('domain') } },
    example: { data: domainExample, issue: strayParameter },
    run: (context, input) => getDomain(context, inputId(input)),
  },
  {
    operationId: 'getHostRecord',
    method: 'GET',
    path: '/domains/record',
    access: 'domains.check',
    summary: 'Get the DNS record that a host needs, and its current state',
    description: 'Works before the domain is added. Nothing is saved. Takes up to five seconds.',
    query: hostRecordQuery,
    data: hostRecord,
    errors: {
      CONFLICT: withoutTrackingHost,
    },
    example: {
      query: { host: domainExample.host },
      data: {
        host: domainExample.host,
        type: 'CNAME',
        value: 'edge.example.com',
        state: 'wrong',
        found: ['parking.example.net'],
      },
      issue: { path: 'host', message: 'must be a host name such as track.example.com' },
    },
    run: (context, { query }) => readHostRecord(context, query),
  },
  {
    operationId: 'checkDomain',
    method: 'POST',
    path: '/domains/{id}/check',
    access: 'domains.check',
    summary: 'Check a domain’s DNS record and save the result',
    description:
      'The domain needs a CNAME record that points to the host in WAYPOST_TRACKING_URL. Takes up to five seconds.',
    data: domain,
    errors: {
      NOT_FOUND: { domain: noSuch('domain') },
      CONFLICT: {
        domainArchived: archived('domain'),
        ...withoutTrackingHost,
        hostTaken,
      },
    },
    example: { data: domainExample, issue: strayParameter },
    run: (context, input) => checkDomain(context, inputId(input)),
  },
  ...lifecycleOperations({
    record,
    kind: domainRecord,
    path: '/domains',
    Name: 'Domain',
    archive: {
      access: 'domains.write',
      description:
        'Fails if the domain is used by a campaign that is not archived. Archiving an archived domain has no effect.',
      conflict: { domainInUse },
      run: archiveDomain,
      runMany: archiveDomains,
    },
    restore: {
      access: 'domains.write',
      description: 'Restored domains must be checked again, because the host may have a new owner.',
      runMany: restoreDomains,
    },
  }),
];
