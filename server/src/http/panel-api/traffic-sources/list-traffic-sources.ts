import { trafficSource, trafficSourceFilter } from '@waypost/contract/traffic-sources.ts';
import { listTrafficSources } from '../../../services/traffic-sources/list-traffic-sources.ts';
import { trafficSourceExample } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const listTrafficSourcesOperation: PanelOperation = {
  kind: 'list',
  operationId: 'listTrafficSources',
  method: 'GET',
  path: '/traffic-sources',
  access: 'traffic-sources.read',
  summary: 'Lists traffic sources, oldest first',
  query: trafficSourceFilter,
  data: trafficSource,
  example: {
    query: { q: 'ads' },
    data: [trafficSourceExample],
    issue: { path: 'includeArchived', message: 'must be 1 or left out' },
  },
  run: (context, { query }) => listTrafficSources(context, query),
};
