import { describe, expect, it, vi } from 'vitest';
import type { SourceTemplate, WaypostPanelClient } from '../../lib/api.ts';
import { checkDraft } from './check-draft.ts';
import { createDraftStore, emptyDraft, type Draft } from './draft.ts';
import { createCampaignLink, StepError, writeOfferUrl } from './create-campaign-link.ts';

const draft: Draft = {
  ...emptyDraft,
  source: 'other',
  sourceName: 'Push',
  offerUrl: 'https://offers.example/?aff=7',
  clickParam: 'subid',
  payout: '12.5',
  network: 'Good',
  destination: 'landing',
  landingUrl: 'https://landing.example/',
};

type Sent = { idempotencyKey: string };

/** Creates a fake API with numeric IDs and idempotent creation, which fails on request. */
function fakeApi() {
  const calls: string[] = [];
  const created: Record<string, unknown> = {};
  const byKey = new Map<string, number>();
  let rejected = '';
  let lost = '';
  const create =
    (name: string) =>
    (body: unknown, { idempotencyKey }: Sent) => {
      created[name] = body;
      if (name === rejected) return Promise.reject(new Error('rejected'));
      if (!byKey.has(idempotencyKey)) calls.push(name);
      const id = byKey.get(idempotencyKey) ?? byKey.size + 1;
      byKey.set(idempotencyKey, id);
      return name === lost
        ? Promise.reject(new Error('lost'))
        : Promise.resolve({ id: String(id), version: 1 });
    };
  const write = (name: string) => (id: string) => {
    calls.push(`${name} ${id}`);
    return Promise.resolve({ id, version: 2 });
  };
  const api = new Proxy(
    {
      getRotatorRules: () => Promise.resolve({ version: 1, defaultPathId: 'd', rules: [], paths: [] }),
      getRotator: (id: string) => Promise.resolve({ id, version: 2 }),
      getOffer: (id: string) => Promise.resolve({ id, name: 'Known offer' }),
    },
    {
      get: (known: Record<string, unknown>, name: string) =>
        known[name] ?? (name.startsWith('create') ? create(name) : write(name)),
    },
  ) as unknown as WaypostPanelClient;
  return {
    api,
    calls,
    created,
    reject: (name: string) => (rejected = name),
    loseResponse: (name: string) => (lost = name),
  };
}

function createContext() {
  return {
    ...fakeApi(),
    progress: { made: [], keys: {} } as Pick<Draft, 'made' | 'keys'>,
    keep: vi.fn<() => void>(),
    template: undefined,
    networkId: undefined,
  };
}

const all = [
  'createAffiliateNetwork',
  'createTrafficSource',
  'createOffer',
  'createLanding',
  'createRotator',
  'saveRotatorRules 5',
  'createCampaign',
];

describe('createCampaignLink', () => {
  it('creates each record after those it refers to', async () => {
    const context = createContext();
    expect(await createCampaignLink(draft, context)).toBe('6');
    expect(context.calls).toEqual(all);
  });

  it('continues after a failure without creating anything twice', async () => {
    const context = createContext();
    context.reject('createOffer');
    await expect(createCampaignLink(draft, context)).rejects.toThrow('failed to create the offer');
    expect(context.progress.made.map(({ step }) => step)).toEqual(['network', 'source']);
    context.reject('');
    await createCampaignLink(draft, context);
    expect(context.calls).toEqual(all);
  });

  it('creates nothing twice after lost responses', async () => {
    const context = createContext();
    for (const name of ['createRotator', 'createCampaign']) {
      context.loseResponse(name);
      await expect(createCampaignLink(draft, context)).rejects.toThrow(StepError);
    }
    context.loseResponse('');
    expect(await createCampaignLink(draft, context)).toBe('6');
    expect(context.calls).toEqual(all);
  });

  it('creates new records for changed input, archives the unused ones and updates none', async () => {
    const context = createContext();
    context.reject('createCampaign');
    await expect(createCampaignLink(draft, context)).rejects.toThrow(StepError);
    context.reject('');
    context.calls.length = 0;
    await createCampaignLink({ ...draft, payout: '13', destination: 'offer' }, context);
    expect(context.calls).toEqual([
      'createOffer',
      'createRotator',
      'saveRotatorRules 7',
      'createCampaign',
      'archiveRotator 5',
      'archiveLanding 4',
      'archiveOffer 3',
    ]);
  });

  it('creates another campaign when a copy of the tab has finished the same draft', async () => {
    const context = createContext();
    context.reject('createCampaign');
    await expect(createCampaignLink(draft, context)).rejects.toThrow(StepError);
    context.reject('');
    const copy = { ...context, progress: structuredClone(context.progress) };
    await createCampaignLink(draft, context);
    context.calls.length = 0;
    await createCampaignLink({ ...draft, offerUrl: 'https://others.example/?s={clickid}' }, copy);
    expect(context.calls.filter((call) => !call.startsWith('archive'))).toEqual([
      'createOffer',
      'createRotator',
      'saveRotatorRules 8',
      'createCampaign',
    ]);
  });

  it.each([
    ['cost', 'auto'],
    [null, 'none'],
  ])(
    'given a template with cost parameter %s, creates a campaign with cost model %s',
    async (costParam, mode) => {
      const template = { name: 'Push', costParam, tokens: [], postback: null } as unknown as SourceTemplate;
      const context = { ...createContext(), template };
      await createCampaignLink({ ...draft, source: 'template:push' }, context);
      expect(context.created['createCampaign']).toMatchObject({ cost: { mode } });
    },
  );

  it('uses an existing network and offer', async () => {
    const context = { ...createContext(), networkId: 'n' };
    await createCampaignLink({ ...draft, offer: 'o', destination: 'offer' }, context);
    expect(context.calls.filter((call) => call.startsWith('create'))).toEqual([
      'createTrafficSource',
      'createRotator',
      'createCampaign',
    ]);
  });
});

describe('createDraftStore', () => {
  const memory = () => {
    const items = new Map<string, string>();
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    } as Storage;
  };

  it('keeps input except secrets across a reload', () => {
    const storage = memory();
    createDraftStore('k', storage).change({ offerUrl: 'https://a.example/', own: { '{aid}': 'secret' } });
    expect(createDraftStore('k', storage).get()).toEqual({ ...emptyDraft, offerUrl: 'https://a.example/' });
  });

  it('is empty after clear, even after a reload', () => {
    const storage = memory();
    const store = createDraftStore('k', storage);
    store.change({ offerUrl: 'https://a.example/' });
    store.change({ made: [{ step: 'offer', id: '1', version: 1, of: 'x' }] });
    store.clear();
    expect(store.get()).toEqual(emptyDraft);
    expect(createDraftStore('k', storage).get()).toEqual(emptyDraft);
  });
});

it.each([
  ['https://a.example/', 'sub', 'https://a.example/?sub={clickid}'],
  ['https://a.example/?x=1', 'a b', 'https://a.example/?x=1&a%20b={clickid}'],
  ['https://a.example/?', 'sub', 'https://a.example/?sub={clickid}'],
  ['https://a.example/?x=1#top', 'sub', 'https://a.example/?x=1&sub={clickid}#top'],
  ['https://a.example/?s={Click_Id}', 'sub', 'https://a.example/?s={Click_Id}'],
  [' https://a.example/ ', '', 'https://a.example/'],
])('writeOfferUrl writes %s with the parameter %j as %s', (offerUrl, clickParam, url) => {
  expect(writeOfferUrl({ offerUrl, clickParam })).toBe(url);
});

describe('checkDraft', () => {
  const check = (changes: Partial<Draft>, clickIdParam: string | null = null) =>
    Object.keys(checkDraft({ ...draft, ...changes }, { networkNamed: () => ({ clickIdParam }) }));

  it.each([
    [{}, []],
    [{ source: '' }, ['source']],
    [{ sourceName: ' ' }, ['sourceName']],
    [{ offerUrl: 'offers.example' }, ['offerUrl']],
    [{ clickParam: '' }, ['clickParam']],
    [{ clickParam: '', offerUrl: 'https://a.example/?s={clickid}' }, []],
    [{ payout: 'much' }, ['payout']],
    [{ payout: '1.1234567' }, ['payout']],
    [{ landingUrl: '' }, ['landingUrl']],
    [{ landingUrl: '', destination: 'offer' as const }, []],
    [{ offer: 'o', offerUrl: '', clickParam: '' }, []],
  ])('given %j, reports errors in %j', (changes, fields) => {
    expect(check(changes)).toEqual(fields);
  });

  it('requires no parameter if the network has its own', () => {
    expect(check({ clickParam: '' }, 'subid')).toEqual([]);
  });
});
