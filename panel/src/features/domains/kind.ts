import type { Domain } from '../../lib/api.ts';
import type { RecordKind } from '../../lib/record-kind.ts';

/** A domain as lists have records: its name is its host. */
export type NamedDomain = Domain & { name: string };

export const domainKind: RecordKind<NamedDomain> = {
  thing: 'domains',
  one: 'domain',
  many: 'Domains',
  mayAdd: 'domains.write',
  mayChange: 'domains.write',
  list: async (api, { limit, archived, cursor, q, sort }, options) => {
    // Columns that the server cannot sort by are never asked for.
    const query = { limit, archived, cursor, q, sort: sort as 'name' | undefined };
    const { items, meta } = await api.listDomains({ ...options, query });
    return { items: items.map((domain) => ({ ...domain, name: domain.host })), meta };
  },
  archive: (api, body) => api.archiveDomains(body),
  restore: (api, body) => api.restoreDomains(body),
};
