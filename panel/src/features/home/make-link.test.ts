import { describe, expect, it, vi } from 'vitest';
import type { SourceTemplate, WaypostPanelClient } from '../../lib/api.ts';
import { checkDraft } from './check-draft.ts';
import { createDraftStore, emptyDraft, type Draft } from './draft.ts';
import { makeLink, StepError, writeOfferUrl } from './make-link.ts';

const wanted: Draft = {
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

/** Fake API: numbers as IDs, idempotent creates, and failures on request. */
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

function makeWorkshop() {
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

describe('makeLink', () => {
  it('creates each record after those it refers to', async () => {
    const workshop = makeWorkshop();
    expect(await makeLink(wanted, workshop)).toBe('6');
    expect(workshop.calls).toEqual(all);
  });

  it('continues after a failure without creating anything twice', async () => {
    const workshop = makeWorkshop();
    workshop.reject('createOffer');
    await expect(makeLink(wanted, workshop)).rejects.toThrow('failed to create the offer');
    expect(workshop.progress.made.map(({ step }) => step)).toEqual(['network', 'source']);
    workshop.reject('');
    await makeLink(wanted, workshop);
    expect(workshop.calls).toEqual(all);
  });

  it('creates nothing twice after lost responses', async () => {
    const workshop = makeWorkshop();
    for (const name of ['createRotator', 'createCampaign']) {
      workshop.loseResponse(name);
      await expect(makeLink(wanted, workshop)).rejects.toThrow(StepError);
    }
    workshop.loseResponse('');
    expect(await makeLink(wanted, workshop)).toBe('6');
    expect(workshop.calls).toEqual(all);
  });

  it('creates other records for changed input, archives the unused ones, and updates nothing', async () => {
    const workshop = makeWorkshop();
    workshop.reject('createCampaign');
    await expect(makeLink(wanted, workshop)).rejects.toThrow(StepError);
    workshop.reject('');
    workshop.calls.length = 0;
    await makeLink({ ...wanted, payout: '13', destination: 'offer' }, workshop);
    expect(workshop.calls).toEqual([
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
    const workshop = makeWorkshop();
    workshop.reject('createCampaign');
    await expect(makeLink(wanted, workshop)).rejects.toThrow(StepError);
    workshop.reject('');
    const copy = { ...workshop, progress: structuredClone(workshop.progress) };
    await makeLink(wanted, workshop);
    workshop.calls.length = 0;
    await makeLink({ ...wanted, offerUrl: 'https://others.example/?s={clickid}' }, copy);
    expect(workshop.calls.filter((call) => !call.startsWith('archive'))).toEqual([
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
    'with the cost parameter %s of a template, creates a campaign with cost model %s',
    async (costParam, mode) => {
      const template = { name: 'Push', costParam, tokens: [], postback: null } as unknown as SourceTemplate;
      const workshop = { ...makeWorkshop(), template };
      await makeLink({ ...wanted, source: 'template:push' }, workshop);
      expect(workshop.created['createCampaign']).toMatchObject({ cost: { mode } });
    },
  );

  it('uses an existing network and offer', async () => {
    const workshop = { ...makeWorkshop(), networkId: 'n' };
    await makeLink({ ...wanted, offer: 'o', destination: 'offer' }, workshop);
    expect(workshop.calls.filter((call) => call.startsWith('create'))).toEqual([
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

  it('keeps input over a reload, without secrets', () => {
    const storage = memory();
    createDraftStore('k', storage).change({ offerUrl: 'https://a.example/', own: { '{aid}': 'secret' } });
    expect(createDraftStore('k', storage).get()).toEqual({ ...emptyDraft, offerUrl: 'https://a.example/' });
  });

  it('is empty after clear, also after a reload', () => {
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
])('writes %s with the parameter %j as %s', (offerUrl, clickParam, url) => {
  expect(writeOfferUrl({ offerUrl, clickParam })).toBe(url);
});

describe('checkDraft', () => {
  const check = (draft: Partial<Draft>, clickIdParam: string | null = null) =>
    Object.keys(checkDraft({ ...wanted, ...draft }, { networkNamed: () => ({ clickIdParam }) }));

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
  ])('for %j reports errors in %j', (draft, fields) => {
    expect(check(draft)).toEqual(fields);
  });

  it('requires no parameter if the network has its own', () => {
    expect(check({ clickParam: '' }, 'subid')).toEqual([]);
  });
});
