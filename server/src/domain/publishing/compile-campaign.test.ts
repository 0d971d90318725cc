import { expect, it } from 'vitest';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { compileCampaign, type CampaignSource } from './compile-campaign.ts';

it('keeps the offers of a path in their order, also those that are never drawn, and drops what is off', () => {
  const { paths, offers, landings, rules: _, ...rest } = makeCampaignDocument();
  const [offer] = offers;
  const [path] = paths;
  if (offer === undefined || path === undefined) throw new Error('there is one of each');
  const ids = ['e', 'd', 'c', 'b', 'a'];
  const [off, archived] = [ids[1], ids[3]];
  const source: CampaignSource = {
    ...rest,
    rules: [],
    landings: landings.map((landing) => ({ ...landing, isActive: true })),
    offers: ids
      .map((id) => ({ ...offer, id, shortName: 'one', isActive: id !== archived }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    paths: [
      {
        id: path.id,
        name: path.name,
        enabled: true,
        hasCaps: false,
        landings: [],
        offers: ids.map((id, at) => ({ id, weight: at, enabled: id !== off })),
      },
    ],
  };
  const compiled = compileCampaign(source);
  if (!compiled.ok) throw new Error(compiled.reason);
  expect(compiled.document.paths[0]?.offers).toEqual({
    total: 6,
    items: [0, 2, 4].map((at) => ({ offerId: ids[at], weight: at })),
  });
  expect(compiled.document.offers[0]?.shortName).toBe('one');
});
