import type { ListedRotator } from '../../lib/api/api.ts';
import type { RecordKind } from '../../lib/records/record-kind.ts';

export const rotatorKind: RecordKind<ListedRotator> = {
  thing: 'rotators',
  one: 'rotator',
  many: 'Rotators',
  mayAdd: 'rotators.write',
  mayChange: 'rotators.manage',
  list: (api, query, options) => api.listRotators({ ...options, query }),
  archive: (api, body) => api.archiveRotators(body),
  restore: (api, body) => api.restoreRotators(body),
};
