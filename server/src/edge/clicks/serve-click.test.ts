import { describe, expect, it } from 'vitest';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import { newId } from '../../platform/ids.ts';
import { makeCampaignDocument, buildPool } from '../../testing/edge/campaign-document.ts';
import { cookieOf, makeEdgeServer, type EdgeServer } from '../../testing/edge/edge-server.ts';

type Offer = CampaignDocument['offers'][number];

function makeDocument(name: string, offers = 3, change: Partial<CampaignDocument> = {}): CampaignDocument {
  const base = makeCampaignDocument(change);
  const pool: Offer[] = Array.from({ length: offers }, (_, at) => ({
    id: newId(),
    name: `Offer ${at}`,
    url: `https://${name}-offer${at}.example/?sub={clickid}`,
    affiliateNetworkId: newId(),
    clickIdParam: null,
    payout: null,
    cap: null,
    shortName: null,
  }));
  const landings = base.landings.map((landing) => ({ ...landing, url: `https://${name}.example/lp` }));
  const paths = base.paths.map((path) => ({
    ...path,
    offers: buildPool(pool.map(({ id }) => ({ offerId: id, weight: 1 }))),
  }));
  return { ...base, offers: pool, landings, paths };
}

async function visit(
  edge: EdgeServer,
  document: CampaignDocument,
  options: { query?: string; cookie?: string } = {},
) {
  const before = edge.visits().length;
  const headers = options.cookie === undefined ? {} : { cookie: options.cookie };
  const response = await edge.send(`/c/${document.campaign.id}${options.query ?? ''}`, { headers });
  const row = edge.visits()[before];
  if (row === undefined) throw new Error('the visit was not recorded');
  const clickId = edge.clickIds.encode(row.id, document.campaign.number);
  return { row, clickId, cookie: cookieOf(response) };
}

describe('a landing-page click', () => {
  it('redirects to the offer drawn for the visit and is recorded with that visit', async () => {
    const document = makeDocument('one');
    const edge = await makeEdgeServer({ documents: [document] });
    const { row, clickId, cookie } = await visit(edge, document);
    const { status, location } = await edge.send('/go', { headers: { cookie } });
    const offer = document.offers.find(({ id }) => id === row.offer_id);
    expect([status, location]).toEqual([302, offer?.url.replace('{clickid}', clickId)]);
    expect(edge.clicks()).toMatchObject([
      {
        type: 'lpclick',
        visit_id: row.id,
        visit_time: row.time,
        workspace_id: row.workspace_id,
        campaign_id: row.campaign_id,
        path_id: row.path_id,
        landing_id: row.landing_id,
        offer_id: row.offer_id,
        affiliate_network_id: offer?.affiliateNetworkId,
        outcome: 'offer',
        destination_url: offer?.url,
        link: '',
        lp_clicks: '1',
        visits: '',
        reasons: '',
      },
    ]);
    expect(edge.clicks()[0]?.id).not.toBe(row.id);
  });

  it('redirects to the same offer when repeated, and is recorded each time', async () => {
    const document = makeDocument('one', 10);
    const edge = await makeEdgeServer({ documents: [document] });
    const { row, clickId } = await visit(edge, document);
    for (let click = 0; click < 3; click += 1) await edge.send(`/go?cid=${clickId}`);
    const rows = edge.clicks();
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
    expect(new Set(rows.map(({ offer_id }) => offer_id))).toEqual(new Set([row.offer_id]));
    expect(rows.map(({ link }) => link)).toEqual(['', '', '']);
  });

  it('finds the visit by click ID if cookies are blocked', async () => {
    const document = makeDocument('one');
    const edge = await makeEdgeServer({ documents: [document] });
    const { row, clickId } = await visit(edge, document);
    await edge.send(`/go?cid=${clickId}`);
    expect(edge.clicks()[0]).toMatchObject({
      visit_id: row.id,
      offer_id: row.offer_id,
      path_id: row.path_id,
      reasons: "['redrawn','by-click-id']",
    });
  });

  it('is attributed to the right campaign if two campaigns are open in the same browser', async () => {
    const [one, two] = [makeDocument('one'), makeDocument('two')];
    const edge = await makeEdgeServer({ documents: [one, two] });
    const first = await visit(edge, one);
    const second = await visit(edge, two, { cookie: first.cookie });
    const { cookie } = second;
    await edge.send(`/go?cid=${first.clickId}`, { headers: { cookie } });
    await edge.send('/go', { headers: { cookie, referer: 'https://one.example/' } });
    await edge.send('/go', { headers: { cookie, referer: 'https://two.example/lp' } });
    await edge.send(`/go?c=${one.campaign.id}`, { headers: { cookie } });
    await edge.send('/go', { headers: { cookie } });
    expect(edge.clicks().map(({ visit_id }) => visit_id)).toEqual([
      first.row.id,
      first.row.id,
      second.row.id,
      first.row.id,
      second.row.id,
    ]);
  });

  it('fills the offer URL with the source values of the visit', async () => {
    const base = makeDocument('one', 1);
    const offers = base.offers.map((offer) => ({
      ...offer,
      url: 'https://offer.example/?s={token1}&x={externalid}&c={cost}&q={param.kw}&n={country}',
    }));
    const source = { ...base.source, clickIdParam: 'ext', costParam: 'bid' };
    const document: CampaignDocument = {
      ...base,
      offers,
      source,
      campaign: { ...base.campaign, cost: { mode: 'auto', amount: '0' } },
    };
    const edge = await makeEdgeServer({ documents: [document] });
    const { cookie } = await visit(edge, document, { query: '?token1=a%26b&ext=E1&bid=0.5&kw=shoes' });
    const { location } = await edge.send('/go', { headers: { cookie, 'x-forwarded-for': '81.1.1.1' } });
    expect(location).toBe('https://offer.example/?s=a%26b&x=E1&c=0.5&q=shoes&n=DE');
  });

  it('fills the offer URL with the time, referrer and landing page of the visit', async () => {
    let now = 1_800_000_000_000;
    const base = makeDocument('one', 1);
    const offers = base.offers.map((offer) => ({
      ...offer,
      url: 'https://offer.example/?t={timestamp}&r={referrerdomain}&l={landingname}',
    }));
    const document = { ...base, offers };
    const edge = await makeEdgeServer({ documents: [document], now: () => now });
    const referer = 'https://news.example/a';
    const visited = await edge.send(`/c/${document.campaign.id}`, { headers: { referer } });
    now += 60_000;
    const headers = { cookie: cookieOf(visited), referer: 'https://one.example/' };
    const { location } = await edge.send('/go', { headers });
    expect(location).toBe('https://offer.example/?t=1800000000&r=news.example&l=Page');
  });

  it('passes on the parameters of the visit and of the click link, except reserved ones', async () => {
    const base = makeDocument('one', 1);
    const document = { ...base, campaign: { ...base.campaign, passParameters: true } };
    const edge = await makeEdgeServer({ documents: [document] });
    const { cookie, clickId } = await visit(edge, document, { query: '?utm_source=x&k=1' });
    const { location } = await edge.send(`/go?cid=${clickId}&c=${document.campaign.id}&k=2&more=3`, {
      headers: { cookie },
    });
    const { searchParams } = new URL(location);
    expect(Object.fromEntries(searchParams)).toEqual({ sub: clickId, utm_source: 'x', k: '2', more: '3' });
  });

  it('needs no source-values cookie if no offer URL uses source values', async () => {
    const document = makeDocument('one');
    const edge = await makeEdgeServer({ documents: [document] });
    const { cookie } = await visit(edge, document, { query: '?token1=a' });
    expect(cookie).toMatch(/^wpv=[^;]+$/);
  });

  it('redirects to an offer if the path of the visit was removed', async () => {
    const document = makeDocument('one');
    const edge = await makeEdgeServer({ documents: [document] });
    const { cookie } = await visit(edge, document);
    const id = newId();
    const paths = document.paths.map((path) => ({ ...path, id }));
    edge.publish({ ...document, paths, rotator: { ...document.rotator, defaultPathId: id } }, 2);
    expect((await edge.send('/go', { headers: { cookie } })).status).toBe(302);
    expect(edge.clicks()[0]).toMatchObject({ path_id: id, reasons: "['path-gone']" });
  });

  it('redirects to an offer if the campaign has since been paused or archived', async () => {
    const document = makeDocument('one');
    const edge = await makeEdgeServer({ documents: [document] });
    const { cookie } = await visit(edge, document);
    edge.publish({ ...document, campaign: { ...document.campaign, status: 'paused' } }, 2);
    expect((await edge.send('/go', { headers: { cookie } })).status).toBe(302);
    edge.publish(document, null);
    expect((await edge.send('/go', { headers: { cookie } })).status).toBe(302);
  });

  it('redirects to a different offer if the drawn one has reached its cap', async () => {
    const base = makeDocument('one', 2);
    const offers = base.offers.map((offer) => ({
      ...offer,
      cap: { overflowOfferId: null },
    }));
    const document = { ...base, offers };
    const edge = await makeEdgeServer({ documents: [document] });
    const { row, cookie } = await visit(edge, document);
    edge.parts.snapshot.setFullRecords([{ recordId: row.offer_id, untilMs: Date.now() + 60_000 }]);
    await edge.send('/go', { headers: { cookie } });
    const [click] = edge.clicks();
    expect(click?.offer_id).not.toBe(row.offer_id);
    expect(click?.outcome).toBe('offer');
  });

  it('counts toward the click cap of the offer and, after a prefetch, toward the path cap', async () => {
    const base = makeDocument('one', 1);
    const offers = base.offers.map((offer) => ({
      ...offer,
      cap: { overflowOfferId: null, clickCaps: [{ limit: 2, per: 'day' as const }] },
    }));
    const paths = base.paths.map((path) => ({
      ...path,
      hasCaps: true,
      visitCaps: [{ limit: 2, per: 'day' as const }],
    }));
    const edge = await makeEdgeServer({ documents: [{ ...base, offers, paths }] });
    const link = `/c/${base.campaign.id}`;
    const cookie = cookieOf(await edge.send(link, { headers: { 'sec-purpose': 'prefetch' } }));
    for (let at = 0; at < 3; at += 1) await edge.send('/go', { headers: { cookie } });
    expect(edge.clicks().flatMap(({ type, outcome }) => (type === 'lpclick' ? [outcome] : []))).toEqual([
      'offer',
      'offer',
      'no-offer',
    ]);
    const { caps } = edge.parts.snapshot;
    const pathId = paths[0]?.id ?? '';
    expect(caps.isReached(pathId, Date.now())).toBe(false);
    caps.count(pathId, Date.now());
    expect(caps.isReached(pathId, Date.now())).toBe(true);
  });

  it('finds its visit if one parameter is an unfilled macro, and does not count the macro as a forged click ID', async () => {
    const document = makeDocument('one');
    const edge = await makeEdgeServer({ documents: [document] });
    const { clickId } = await visit(edge, document);
    await edge.send(`/go?cid=%7Bclickid%7D&clickid=${clickId}`);
    expect(edge.clicks()[0]).toMatchObject({ visit_id: edge.visits()[0]?.id });
    expect(edge.parts.counters.forgedClickIds).toBe(0);
  });

  it('turns a prefetched visit into a counted visit once, even if the click is repeated', async () => {
    const document = makeDocument('one');
    const edge = await makeEdgeServer({ documents: [document] });
    const prefetch = await edge.send(`/c/${document.campaign.id}`, {
      headers: { 'sec-purpose': 'prefetch' },
    });
    const cookie = cookieOf(prefetch);
    const click = await edge.send('/go', { headers: { cookie } });
    await edge.send('/go', { headers: { cookie } });
    await edge.send('/go', { headers: { cookie: cookieOf(click) } });
    const adjustments = edge.clicks().filter(({ type }) => type === 'adjustment');
    expect(adjustments).toMatchObject([
      {
        visit_id: edge.visits()[0]?.id,
        visits: '1',
        prefetch_visits: '-1',
        lp_views: '1',
        lp_clicks: '',
        reasons: "['prefetch-followed']",
      },
    ]);
    await edge.send(`/c/${document.campaign.id}`, { headers: { cookie: cookieOf(click) } });
    expect(edge.visits()[1]).toMatchObject({ is_unique: '' });
  });
});

describe('a link to a specific offer', () => {
  // Follows the links and returns, for each click, the offer's index, the recorded link number and the reasons.
  async function follow(
    document: CampaignDocument,
    links: string[],
    { full = [], withCookie = true }: { full?: number[]; withCookie?: boolean } = {},
  ) {
    const edge = await makeEdgeServer({ documents: [document] });
    const { row, clickId, cookie } = await visit(edge, document);
    const untilMs = Date.now() + 60_000;
    edge.parts.snapshot.setFullRecords(
      full.map((at) => ({ recordId: document.offers[at]?.id ?? '', untilMs })),
    );
    const headers = withCookie ? { cookie } : {};
    for (const link of links)
      expect((await edge.send(`${link}?cid=${clickId}`, { headers })).status, link).toBe(302);
    const indexOf = (id: string | undefined) => document.offers.findIndex((offer) => offer.id === id);
    const clicks = edge.clicks().map(({ offer_id, link, reasons }) => [indexOf(offer_id), link, reasons]);
    return { drawn: indexOf(row.offer_id), clicks };
  }

  it('leads to the offer at that position, whichever offer was drawn, with and without a cookie', async () => {
    const document = makeDocument('one', 4);
    for (const withCookie of [true, false]) {
      const reasons = withCookie ? '' : "['redrawn','by-click-id']";
      const { drawn, clicks } = await follow(document, ['/go', '/go/1', '/go/2', '/go/3/', '/go/4'], {
        withCookie,
      });
      expect(clicks).toEqual([
        [drawn, '', reasons],
        [0, '1', reasons],
        [1, '2', reasons],
        [2, '3', reasons],
        [3, '4', reasons],
      ]);
    }
  });

  it('ignores extra characters around the position', async () => {
    const document = makeDocument('one', 4);
    const { drawn, clicks } = await follow(document, ['/go/2/x', '//go/2', '/GO/2).', '/go/2%20', '/go//']);
    expect(clicks).toEqual([...Array.from({ length: 4 }, () => [1, '2', '']), [drawn, '', '']]);
  });

  it('leads to an offer even if the offer has weight 0', async () => {
    const base = makeDocument('one', 3);
    const [first, ...others] = base.paths.flatMap(({ offers }) => offers.items);
    if (first === undefined) throw new Error('expected three offers');
    const paths = base.paths.map((path) => ({
      ...path,
      offers: buildPool([{ ...first, weight: 0 }, ...others]),
    }));
    const { drawn, clicks } = await follow({ ...base, paths }, ['/go/1', '/go/2']);
    expect(drawn).not.toBe(0);
    expect(clicks.map(([index]) => index)).toEqual([0, 1]);
  });

  it('leads to the drawn offer and records a reason if the position or name does not exist', async () => {
    const links = ['/go/3', '/go/0', '/go/999', '/go/best', '/go/%FF', `/go/${'9'.repeat(60)}`];
    const { drawn, clicks } = await follow(makeDocument('one', 2), links);
    expect(clicks).toEqual(['3', '', '', '', '', ''].map((link) => [drawn, link, "['no-such-link']"]));
  });

  it('leads to the first offer with the short name, ignoring case', async () => {
    const base = makeDocument('one', 3);
    const names = ['other', 'best-1', 'best-1'];
    const document = {
      ...base,
      offers: base.offers.map((offer, at) => ({ ...offer, shortName: names[at] ?? null })),
    };
    const { clicks } = await follow(document, ['/go/best-1', '/go/BEST-1', '/go/other']);
    expect(clicks).toEqual([
      [1, '2', ''],
      [1, '2', ''],
      [0, '1', ''],
    ]);
  });

  it('leads to the fallback offer or another offer if its offer is capped, and records a reason', async () => {
    const base = makeDocument('one', 3);
    const cap = (overflowOfferId: string | null) => ({
      limit: 1,
      counts: 'clicks' as const,
      overflowOfferId,
    });
    const [first, second, third] = base.offers;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('expected three offers');
    const offers = [{ ...first, cap: cap(third.id) }, { ...second, cap: cap(null) }, third];
    const { clicks } = await follow({ ...base, offers }, ['/go/1', '/go/2', '/go/3'], { full: [0, 1] });
    expect(clicks).toEqual([
      [2, '1', "['link-full']"],
      [2, '2', "['link-full']"],
      [2, '3', ''],
    ]);
  });
});

describe('a click for an unknown visit', () => {
  it('redirects to an offer of the campaign named in the link and records a reason', async () => {
    const document = makeDocument('one');
    const edge = await makeEdgeServer({ documents: [document] });
    const { status } = await edge.send(`/go?c=${document.campaign.id}&cid=${'0'.repeat(38)}`);
    expect(status).toBe(302);
    expect(edge.clicks()[0]).toMatchObject({
      outcome: 'offer',
      visit_id: '00000000-0000-0000-0000-000000000000',
      reasons: "['redrawn','visit-unknown']",
    });
    expect(edge.parts.counters.forgedClickIds).toBe(1);
  });

  it('is recorded and gets the neutral page if the link names no campaign', async () => {
    const edge = await makeEdgeServer({ documents: [makeDocument('one')] });
    const { status, body } = await edge.send('/go');
    expect([status, body]).toEqual([404, 'Nothing here.\n']);
    expect(edge.clicks()[0]).toMatchObject({ outcome: 'unknown-visit' });
  });

  it('redirects to an offer if the visit has expired', async () => {
    let now = Date.now();
    const document = makeDocument('one');
    const edge = await makeEdgeServer({ documents: [document], now: () => now });
    const { clickId } = await visit(edge, document);
    now += 366 * 86_400_000;
    expect((await edge.send(`/go?cid=${clickId}`)).status).toBe(302);
    expect(edge.clicks()[0]).toMatchObject({
      visit_id: '00000000-0000-0000-0000-000000000000',
      reasons: "['redrawn','visit-expired','by-click-id']",
    });
  });
});

describe('a click from a bot or prefetch', () => {
  it('is recorded but not counted', async () => {
    const document = makeDocument('one');
    const edge = await makeEdgeServer({ documents: [document] });
    const { clickId } = await visit(edge, document);
    await edge.send(`/go?cid=${clickId}`, { headers: { 'user-agent': 'curl/8.0' } });
    await edge.send(`/go?cid=${clickId}`, { headers: { purpose: 'prefetch' } });
    expect(edge.clicks()).toMatchObject([
      { is_bot: '1', lp_clicks: '' },
      { is_prefetch: '1', lp_clicks: '' },
    ]);
  });
});

it.each(['/gone', '/go-to', '/google1.html'])(
  'the edge does not treat %s as a landing-page click',
  async (path) => {
    const edge = await makeEdgeServer();
    expect((await edge.send(path)).status).toBe(404);
    expect(edge.clicks()).toEqual([]);
  },
);
