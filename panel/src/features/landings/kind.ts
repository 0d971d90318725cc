import type { ListedLanding } from '../../lib/api/api.ts';
import type { RecordKind } from '../../lib/records/record-kind.ts';

export const landingKind: RecordKind<ListedLanding> = {
  thing: 'landings',
  one: 'landing page',
  many: 'Landing pages',
  mayAdd: 'landings.write',
  mayChange: 'landings.write',
  list: (api, query, options) => api.listLandings({ ...options, query }),
  archive: (api, body) => api.archiveLandings(body),
  restore: (api, body) => api.restoreLandings(body),
};
