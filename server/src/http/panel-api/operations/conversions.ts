import { uncounted } from '@waypost/contract/api/paging.ts';
import { inboxListQuery, inboxPage } from '@waypost/contract/conversions/inbox.ts';
import { listInbox } from '../../../services/conversions/list-inbox.ts';
import { inboxEntryExample } from '../examples/inbox.ts';
import { panelIds } from '../examples/records.ts';
import type { PanelOperation } from '../operation.ts';

export const conversionOperations: PanelOperation[] = [
  {
    operationId: 'listInbox',
    method: 'GET',
    path: '/inbox',
    access: 'inbox.read',
    summary: 'List incoming postbacks',
    description:
      'Secrets are masked: network tokens and parameters named token, key, signature or similar. Without permission to read personal data, query, body, address and userAgent are null.',
    query: inboxListQuery,
    data: inboxPage,
    example: {
      query: { campaignId: panelIds.campaign, verdict: 'waiting', limit: '50' },
      data: uncounted(inboxEntryExample),
      issue: { path: 'verdict', message: 'must be a verdict such as counted or waiting' },
    },
    run: (context, { query }) => listInbox(context, query),
  },
];
