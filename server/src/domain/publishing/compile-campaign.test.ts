import { expect, it } from 'vitest';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { compileCampaign, type CampaignSource } from './compile-campaign.ts';

it('compileCampaign keeps the order of offers, including offers without a weight, and drops disabled ones', () => {
  const { paths, offers, landings, rules: _, ...rest } = makeCampaignDocument();
  const [offer] = offers;
  const [path] = paths;
  if (offer === undefined || path === undefined) throw new Error('fixture is incomplete');
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

function buildSource(change: Partial<CampaignSource> = {}): CampaignSource {
  const { paths, offers, landings, rules: _, ...rest } = makeCampaignDocument();
  const pathId = rest.rotator.defaultPathId;
  return {
    ...rest,
    rules: [],
    landings: landings.map((landing) => ({ ...landing, isActive: true })),
    offers: offers.map((offer) => ({ ...offer, isActive: true })),
    paths: paths.map(({ name }) => ({
      id: pathId,
      name,
      enabled: true,
      hasCaps: false,
      landings: landings.map(({ id }) => ({ id, weight: 1, enabled: true })),
      offers: offers.map(({ id }) => ({ id, weight: 1, enabled: true })),
    })),
    ...change,
  };
}

function compile(source: CampaignSource) {
  const compiled = compileCampaign(source);
  if (!compiled.ok) throw new Error(compiled.reason);
  return compiled.document;
}

it('compileCampaign drops landing pages that are disabled, archived or without weight', () => {
  const source = buildSource();
  const [landing] = source.landings;
  const [path] = source.paths;
  if (landing === undefined || path === undefined) throw new Error('fixture is incomplete');
  const landings = [
    { id: 'drawn', weight: 2, enabled: true },
    { id: 'weightless', weight: 0, enabled: true },
    { id: 'off', weight: 1, enabled: false },
    { id: 'archived', weight: 1, enabled: true },
  ];
  const document = compile({
    ...source,
    landings: landings.map(({ id }) => ({ ...landing, id, isActive: id !== 'archived' })),
    paths: [{ ...path, landings }],
  });
  expect(document.paths[0]?.landings).toEqual({ total: 2, items: [{ landingId: 'drawn', weight: 2 }] });
  expect(document.landings.map(({ id }) => id)).toEqual(['drawn', 'weightless', 'off']);
});

it('compileCampaign drops rules that are disabled or have no path that is served', () => {
  const source = buildSource();
  const pathId = source.rotator.defaultPathId;
  const [path] = source.paths;
  if (path === undefined) throw new Error('fixture is incomplete');
  const rule = (id: string, paths: CampaignSource['rules'][number]['paths'], enabled = true) => ({
    id,
    enabled,
    conditions: null,
    paths,
  });
  const document = compile({
    ...source,
    paths: [path, { ...path, id: 'off', enabled: false }],
    rules: [
      rule('disabled', [{ pathId, weight: 1 }], false),
      rule('without paths', [{ pathId: 'off', weight: 1 }]),
      rule('without weight', [{ pathId, weight: 0 }]),
      rule('kept', [
        { pathId: 'off', weight: 5 },
        { pathId, weight: 3 },
      ]),
    ],
  });
  expect(document.rules).toEqual([
    { id: 'kept', conditions: null, paths: { total: 3, items: [{ pathId, weight: 3 }] } },
  ]);
  expect(document.paths.map(({ id }) => id)).toEqual([pathId]);
});

it('compileCampaign includes visitor caps only for paths that have them', () => {
  const source = buildSource();
  const visitCaps = [{ limit: 5, per: 'day' }] as never;
  const withCaps = (caps: object) => {
    const paths = source.paths.map((path) => ({ ...path, hasCaps: true, ...caps }));
    return compile({ ...source, paths }).paths[0];
  };
  expect(withCaps({ visitCaps })).toMatchObject({ hasCaps: true, visitCaps });
  expect(withCaps({ visitCaps: [] })).not.toHaveProperty('visitCaps');
  expect(withCaps({})).not.toHaveProperty('visitCaps');
});

it.each<[string, (source: CampaignSource) => Partial<CampaignSource>]>([
  ['has no default path', () => ({ paths: [] })],
  [
    'has a disabled default path',
    ({ paths }) => ({ paths: paths.map((path) => ({ ...path, enabled: false })) }),
  ],
  [
    'has a landing page with a broken URL',
    ({ landings }) => ({ landings: landings.map((landing) => ({ ...landing, url: 'nowhere' })) }),
  ],
  [
    'has an offer with a broken URL',
    ({ offers }) => ({ offers: offers.map((offer) => ({ ...offer, url: 'nowhere' })) }),
  ],
  [
    'has a rule that cannot be compiled',
    () => ({
      rules: [
        {
          id: 'r',
          enabled: true,
          conditions: { field: 'nothing', op: 'is', values: [] } as never,
          paths: [],
        },
      ],
    }),
  ],
])('compileCampaign rejects a campaign that %s', (_, change) => {
  const source = buildSource();
  expect(compileCampaign(source).ok).toBe(true);
  expect(compileCampaign({ ...source, ...change(source) })).toMatchObject({ ok: false });
});
