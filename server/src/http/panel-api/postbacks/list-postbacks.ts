import { postbackFilter, postbackPage } from '@waypost/contract/postbacks.ts';
import { listPostbacks } from '../../../services/postbacks/list-postbacks.ts';
import { panelIds } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';
import { postbackExample } from './postback-examples.ts';

export const listPostbacksOperation: PanelOperation = {
  operationId: 'listPostbacks',
  method: 'GET',
  path: '/postbacks',
  access: 'postbacks.read',
  summary: 'Lists calls to traffic sources, newest first',
  description:
    'Those that wait, and those that ended up to 30 days ago. Each attempt is a row of the events besides. Page by page: nextCursor of one is cursor of the next, with the same filters.',
  query: postbackFilter,
  data: postbackPage,
  example: {
    query: { campaignId: panelIds.campaign, state: 'waiting', limit: '50' },
    data: { postbacks: [postbackExample], meta: { limit: 50, count: 1, nextCursor: null } },
    issue: { path: 'state', message: 'must be one of waiting, delivered, failed' },
  },
  run: (context, { query }) => listPostbacks(context, query),
};
