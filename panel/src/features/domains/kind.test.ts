import { expect, it } from 'vitest';
import { domainKind } from './kind.ts';

it('domainKind lists domains with their host as the name, and passes the query on', async () => {
  const queries: unknown[] = [];
  const api = {
    listDomains: async ({ query }: { query: object }) => {
      queries.push(query);
      return { items: [{ id: 'd', host: 'go.example.com' }], meta: { nextCursor: null } };
    },
  };
  const query = { limit: 10, archived: '0' as const, cursor: 'c', q: 'go', sort: '-name' };
  const page = await domainKind.list(api as never, query, {} as never);
  expect(page.items).toEqual([{ id: 'd', host: 'go.example.com', name: 'go.example.com' }]);
  expect(queries).toEqual([query]);
});
