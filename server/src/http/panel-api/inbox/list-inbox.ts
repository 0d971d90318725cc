import { inboxFilter, inboxPage } from '@waypost/contract/inbox.ts';
import { listInbox } from '../../../services/inbox/list-inbox.ts';
import { panelIds } from '../example-records.ts';
import { inboxEntryExample } from '../inbox-examples.ts';
import type { PanelOperation } from '../operation.ts';

export const listInboxOperation: PanelOperation = {
  operationId: 'listInbox',
  method: 'GET',
  path: '/inbox',
  access: 'inbox.read',
  summary: 'Lists incoming events as they came, newest first',
  description:
    'With secrets masked: tokens of networks, and what is called token, key, signature or the like. Page by page: nextCursor of one is cursor of the next, with the same filters.',
  query: inboxFilter,
  data: inboxPage,
  example: {
    query: { campaignId: panelIds.campaign, verdict: 'waiting', limit: '50' },
    data: { entries: [inboxEntryExample], meta: { limit: 50, count: 1, nextCursor: null } },
    issue: { path: 'verdict', message: 'must be a verdict such as counted, or waiting' },
  },
  run: (context, { query }) => listInbox(context, query),
};
