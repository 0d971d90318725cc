import { expect, it } from 'vitest';
import type { WaypostPanelClient } from '../api/api.ts';
import { fetchNamedRecords } from './named-records.ts';

const { signal } = new AbortController();
const page = (items: object[], nextCursor: string | null = null) =>
  Promise.resolve({ items, meta: { nextCursor } });

it.each([
  ['campaigns', 'listCampaigns'],
  ['traffic-sources', 'listTrafficSources'],
  ['affiliate-networks', 'listAffiliateNetworks'],
  ['rotators', 'listRotators'],
  ['offers', 'listOffers'],
  ['landings', 'listLandings'],
] as const)('fetchNamedRecords reads %s with the given query', async (type, method) => {
  const request = { query: { limit: 5, q: 'spring', ids: ['a'] }, signal };
  const api = {
    [method]: (asked: unknown) => {
      expect(asked).toBe(request);
      return page([{ id: 'a', name: 'Spring', status: 'active', version: 3 }], 'next');
    },
  } as unknown as WaypostPanelClient;
  expect(await fetchNamedRecords(api, type, request)).toEqual({
    items: [{ id: 'a', name: 'Spring', isArchived: false }],
    nextCursor: 'next',
  });
});

it('fetchNamedRecords names a domain by its host, and marks archived records', async () => {
  const listDomains = () =>
    page([
      { id: 'd1', host: 'go.example.com', status: 'active' },
      { id: 'd2', host: 'old.example.com', status: 'archived' },
    ]);
  const { items } = await fetchNamedRecords({ listDomains } as unknown as WaypostPanelClient, 'domains', {
    query: { limit: 5 },
    signal,
  });
  expect(items).toEqual([
    { id: 'd1', name: 'go.example.com', isArchived: false },
    { id: 'd2', name: 'old.example.com', isArchived: true },
  ]);
});
