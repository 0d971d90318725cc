import { describe, expect, it } from 'vitest';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import { newId } from '../../platform/ids.ts';
import { makeCampaignDocument, buildPool } from '../../testing/edge/campaign-document.ts';
import { cookieOf, makeEdgeServer } from '../../testing/edge/edge-server.ts';
import { report } from '../../testing/reports/report-visit.ts';

const document = makeCampaignDocument({
  source: {
    id: newId(),
    name: 'Source',
    clickIdParam: 'ext',
    costParam: 'price',
    tokens: [{ index: 2, param: 'zone' }],
  },
});
const { campaign } = document;
const page = 'https://page.example/lp?zone=7&ext=abc&price=0.25&tag=red,blue#top';
const corsHeaders = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };

const parseBody = ({ body }: { body: string }) => JSON.parse(body) as { cid: string; m: string | null };
const start = async (...documents: CampaignDocument[]) => await makeEdgeServer({ documents });

describe('a visit reported by the tracking script', () => {
  it('is recorded with the values of the page and answered with its click ID', async () => {
    const edge = await start({ ...document, campaign: { ...campaign, cost: { mode: 'auto', amount: '0' } } });
    const headers = { referer: 'https://page.example/', origin: 'https://page.example' };
    const response = await report(
      edge,
      { c: campaign.id, u: page, r: 'https://news.example/a', m: null },
      headers,
    );
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({ ...corsHeaders, 'content-type': 'application/json' });
    expect(cookieOf(response)).toBe('');
    const { cid, m } = parseBody(response);
    expect(m).toEqual(expect.any(String));
    const [row, ...others] = edge.visits();
    expect(others).toEqual([]);
    expect(edge.clickIds.decode(cid)).toMatchObject({ visitId: row?.id, campaignNumber: campaign.number });
    expect(row).toMatchObject({
      type: 'visit',
      outcome: 'direct',
      workspace_id: document.workspaceId,
      campaign_id: campaign.id,
      path_id: document.paths[0]?.id,
      landing_id: document.landings[0]?.id,
      offer_id: document.offers[0]?.id,
      token2: '7',
      external_id: 'abc',
      cost: '0.25',
      tags: "['red','blue']",
      referrer: 'https://news.example/a',
      referrer_domain: 'news.example',
      destination_url: '',
      visits: '1',
      unique_visits: '1',
    });
    expect(edge.parts.counters).toMatchObject({ visits: { direct: 1 }, rowResults: { kept: 1 } });
  });

  it('has no referrer if the page has none, whatever the Referer header says', async () => {
    const edge = await start(document);
    await report(edge, { c: campaign.id, u: page, r: '' }, { referer: 'https://page.example/' });
    expect(edge.visits()[0]).toMatchObject({ referrer: '', referrer_domain: '' });
  });

  it('counts as a landing-page view even if the page is not a landing page of the path', async () => {
    const edge = await start(document);
    for (const u of [page, 'https://page.example/other', undefined])
      await report(edge, { c: campaign.id, u });
    const landingId = document.landings[0]?.id;
    expect(edge.visits().map((row) => [row.landing_id, row.lp_views])).toEqual([
      [landingId, '1'],
      ['', '1'],
      ['', '1'],
    ]);
  });

  it('counts as a bot visit and not as a view if a bot reports it', async () => {
    const edge = await start(document);
    await report(edge, { c: campaign.id, u: page }, { 'user-agent': 'HeadlessChrome' });
    expect(edge.visits()[0]).toMatchObject({ visits: '', bot_visits: '1', lp_views: '' });
  });

  it('leads to the drawn offer at /go', async () => {
    const offers = Array.from({ length: 8 }, (_, at) => ({
      ...(document.offers[0] as CampaignDocument['offers'][number]),
      id: newId(),
      url: `https://offer.example/${at}?sub={clickid}`,
    }));
    const pool = buildPool(offers.map(({ id }) => ({ offerId: id, weight: 1 })));
    const edge = await start({
      ...document,
      offers,
      paths: document.paths.map((path) => ({ ...path, offers: pool })),
    });
    for (let round = 0; round < 10; round += 1) {
      const { cid } = parseBody(await report(edge, { c: campaign.id, u: page }));
      const drawn = offers.findIndex(({ id }) => id === edge.visits().at(-1)?.offer_id);
      const { status, location } = await edge.send(`/go?cid=${cid}`);
      expect([status, location]).toEqual([302, `https://offer.example/${drawn}?sub=${cid}`]);
    }
  });

  it('is answered only after its row is written', async () => {
    const edge = await start(document);
    let keep: (() => void) | undefined;
    const isAppended = new Promise<void>((resolve) => {
      edge.parts.visits = {
        append: (_row, _timeMs, done) => {
          keep = () => done('kept');
          resolve();
        },
      };
    });
    let isAnswered = false;
    const answered = report(edge, { c: campaign.id, u: page }).finally(() => (isAnswered = true));
    await isAppended;
    await edge.send('/healthz');
    expect(isAnswered).toBe(false);
    keep?.();
    expect((await answered).status).toBe(200);
  });
});

describe('the visitor memory stored by the page', () => {
  it('makes the next visit a returning one, like a cookie', async () => {
    const edge = await start(document);
    const { m } = parseBody(await report(edge, { c: campaign.id, u: page }));
    await report(edge, { c: campaign.id, u: page, m });
    await report(edge, { c: campaign.id, u: page });
    expect(edge.visits().map((row) => row.unique_visits)).toEqual(['1', '', '1']);
  });

  it('selects the same path if the rotator is sticky', async () => {
    const [path] = document.paths;
    if (path === undefined) throw new Error('no path');
    const paths = [path, ...Array.from({ length: 9 }, () => ({ ...path, id: newId() }))];
    const rule = {
      id: newId(),
      conditions: null,
      paths: buildPool(paths.map(({ id }) => ({ pathId: id, weight: 1 }))),
    };
    const rotator = { ...document.rotator, sticky: true };
    const edge = await start({ ...document, rotator, paths, rules: [rule] });
    let { m } = parseBody(await report(edge, { c: campaign.id, u: page }));
    for (let round = 0; round < 10; round += 1)
      ({ m } = parseBody(await report(edge, { c: campaign.id, m })));
    expect(new Set(edge.visits().map((row) => row.path_id)).size).toBe(1);
    expect(edge.visits().at(-1)?.reasons).toContain('sticky');
  });

  it('is read from the body and not from the cookie', async () => {
    const edge = await start(document);
    const { m } = parseBody(await report(edge, { c: campaign.id }));
    await report(edge, { c: campaign.id }, { cookie: `wpv=${m}` });
    expect(edge.visits().map((row) => row.unique_visits)).toEqual(['1', '1']);
  });

  it('is ignored and counted if it is forged', async () => {
    const edge = await start(document);
    const response = await report(edge, { c: campaign.id, m: 'forged' });
    expect(response.status).toBe(200);
    expect(edge.visits()[0]?.unique_visits).toBe('1');
    expect(edge.parts.counters.forgedCookies).toBe(1);
  });

  it('is not used in a cookieless workspace, which still recognizes visitors', async () => {
    const edge = await start({ ...document, visitors: 'cookieless' });
    const responses = [await report(edge, { c: campaign.id }), await report(edge, { c: campaign.id })];
    expect(responses.map((response) => parseBody(response).m)).toEqual([null, null]);
    expect(edge.visits().map((row) => row.unique_visits)).toEqual(['1', '']);
  });
});

describe('a reported visit without a destination', () => {
  it.each([
    ['paused', { ...document, campaign: { ...campaign, status: 'paused' as const } }, 1],
    ['archived', document, null],
  ])('is recorded with the outcome %s and gets a click ID', async (outcome, changed, version) => {
    const edge = await makeEdgeServer();
    edge.publish(changed, version);
    const response = parseBody(await report(edge, { c: campaign.id, u: page }));
    expect(edge.visits()[0]).toMatchObject({ outcome, visits: '1', path_id: '', lp_views: '' });
    expect(edge.clickIds.decode(response.cid)?.visitId).toBe(edge.visits()[0]?.id);
  });

  it('has the outcome direct if its path is empty', async () => {
    const empty = { landings: buildPool([]), offers: buildPool([]) };
    const edge = await start({ ...document, paths: document.paths.map((path) => ({ ...path, ...empty })) });
    await report(edge, { c: campaign.id, u: page });
    expect(edge.visits()[0]).toMatchObject({ outcome: 'direct', offer_id: '', lp_views: '1' });
    expect(edge.visits()[0]?.reasons).toContain('empty-path');
  });

  it('gets an empty response and is recorded without a campaign if the campaign is unknown', async () => {
    const edge = await start(document);
    const response = await report(edge, { c: newId(), u: page });
    expect([response.status, response.body]).toEqual([204, '']);
    expect(response.headers).toMatchObject(corsHeaders);
    expect(edge.visits()[0]).toMatchObject({ outcome: 'unknown-campaign', token2: '' });
  });

  it('gets an empty response on the host of another workspace', async () => {
    const edge = await makeEdgeServer({ documents: [document], ownHosts: ['track.example'] });
    edge.parts.snapshot.setHosts([{ host: 'theirs.example', workspaceId: newId() }]);
    const foreign = await report(edge, { c: campaign.id, u: page }, { host: 'theirs.example' });
    expect([foreign.status, foreign.body]).toEqual([204, '']);
    expect((await report(edge, { c: campaign.id, u: page }, { host: 'track.example' })).status).toBe(200);
    expect(edge.visits().map((row) => row.outcome)).toEqual(['foreign-host', 'direct']);
  });
});
