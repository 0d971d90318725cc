import type { Domain } from '../../lib/api/api.ts';
import type { RecordKind } from '../../lib/records/record-kind.ts';

/** Domain with its host as the name, because lists need a name. */
export type NamedDomain = Domain & { name: string };

export const domainKind: RecordKind<NamedDomain> = {
  thing: 'domains',
  one: 'domain',
  many: 'Domains',
  mayAdd: 'domains.write',
  mayChange: 'domains.write',
  list: async (api, { limit, archived, cursor, q, sort }, options) => {
    // The cast is safe, because the list requests only sort fields that the server supports.
    const query = { limit, archived, cursor, q, sort: sort as 'name' | undefined };
    const { items, meta } = await api.listDomains({ ...options, query });
    return { items: items.map((domain) => ({ ...domain, name: domain.host })), meta };
  },
  archive: (api, body) => api.archiveDomains(body),
  restore: (api, body) => api.restoreDomains(body),
};
