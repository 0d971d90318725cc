import type { ListedTrafficSource } from '../../lib/api/api.ts';
import type { RecordKind } from '../../lib/records/record-kind.ts';

export const trafficSourceKind: RecordKind<ListedTrafficSource> = {
  thing: 'traffic-sources',
  one: 'traffic source',
  many: 'Traffic sources',
  mayAdd: 'traffic-sources.write',
  mayChange: 'traffic-sources.manage',
  list: (api, query, options) => api.listTrafficSources({ ...options, query }),
  archive: (api, body) => api.archiveTrafficSources(body),
  restore: (api, body) => api.restoreTrafficSources(body),
};
