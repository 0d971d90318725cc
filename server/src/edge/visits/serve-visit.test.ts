import { feedAttributeNames } from '@waypost/contract/visits/visit-attributes.ts';
import { describe, expect, it } from 'vitest';
import { keptMacros } from '../../domain/macros/parse-template.ts';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import { columnOf } from '../../domain/traffic/attribute-columns.ts';
import type { FeedRow } from '../../domain/traffic/feed-row.ts';
import { fillKeptUrl } from '../../domain/traffic/present-event.ts';
import { newId } from '../../platform/ids.ts';
import { makeCampaignDocument, buildPool } from '../../testing/edge/campaign-document.ts';
import { cookieOf, makeEdgeServer, type EdgeServerOptions } from '../../testing/edge/edge-server.ts';

async function serve(
  change: Partial<CampaignDocument> = {},
  campaign: Partial<CampaignDocument['campaign']> = {},
  options: EdgeServerOptions = {},
) {
  const base = makeCampaignDocument(change);
  const document = { ...base, campaign: { ...base.campaign, ...campaign } };
  const edge = await makeEdgeServer({ ...options, documents: [document] });
  const path = `/c/${document.campaign.id}`;
  const onlyRow = () => {
    const rows = edge.visits();
    const [row] = rows;
    if (row === undefined || rows.length !== 1) throw new Error(`expected 1 row, found ${rows.length}`);
    return row;
  };
  return { edge, document, path, onlyRow };
}

function asFeedRow(row: Record<string, string | undefined>): FeedRow {
  const value = (column: string) => row[column] || null;
  return {
    ...Object.fromEntries(feedAttributeNames.map((name) => [name, value(columnOf(name))])),
    campaignId: value('campaign_id'),
  } as unknown as FeedRow;
}

describe('a visit', () => {
  it('redirects to the landing page of its path with a click ID and records a row', async () => {
    const { edge, document, path, onlyRow } = await serve();
    const response = await edge.send(path, { headers: { 'x-forwarded-for': '81.2.3.4' } });
    expect(response.status).toBe(302);
    const clickId = new URL(response.location).searchParams.get('cid') ?? '';
    expect(clickId).toHaveLength(38);
    const row = onlyRow();
    expect(edge.clickIds.decode(clickId)).toMatchObject({
      visitId: row.id,
      campaignNumber: document.campaign.number,
    });
    expect(row).toMatchObject({
      type: 'visit',
      workspace_id: document.workspaceId,
      campaign_id: document.campaign.id,
      visit_id: row.id,
      visit_time: row.time,
      traffic_source_id: document.source.id,
      rotator_id: document.rotator.id,
      config_version: '1',
      path_id: document.rotator.defaultPathId,
      landing_id: document.landings[0]?.id,
      offer_id: document.offers[0]?.id,
      country: 'DE',
      city: 'Berlin',
      isp: 'Example Telekom',
      device_type: 'desktop',
      browser: 'Chrome',
      os: 'Windows',
      ip: '81.2.3.4',
      outcome: 'landing',
      destination_url: 'https://page.example/lp?cid={clickid}',
      is_unique: '1',
      visits: '1',
      unique_visits: '1',
      lp_views: '1',
      cost: '0',
    });
    expect(Math.abs(Number(row.time) * 1_000 - Date.now())).toBeLessThan(10_000);
  });

  it('sends headers that prevent caching and hide the referrer', async () => {
    const { edge, path } = await serve();
    const { headers } = await edge.send(path);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-length': '0',
    });
    expect(headers['set-cookie']?.[0]).toMatch(/^wpv=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('sets a Secure cookie if it uses https', async () => {
    const { edge, path } = await serve();
    const { headers } = await edge.send(path, { headers: { 'x-forwarded-proto': 'https' } });
    expect(headers['set-cookie']?.[0]).toMatch(/; Secure$/);
  });

  it('redirects to the offer if the path has no landing page', async () => {
    const base = makeCampaignDocument();
    const [path] = base.paths;
    const {
      edge,
      path: link,
      onlyRow,
    } = await serve({
      ...base,
      paths: path === undefined ? [] : [{ ...path, landings: buildPool([]) }],
    });
    const { location } = await edge.send(link);
    expect(location).toMatch(/^https:\/\/offer\.example\/buy\?sub=\w{38}$/);
    expect(onlyRow()).toMatchObject({ outcome: 'offer', landing_id: '', lp_views: '', visits: '1' });
  });

  it('records the URL template, from which the redirect URL can be rebuilt', async () => {
    const url = `https://page.example/lp?${keptMacros.map((name) => `${name}={${name}}`).join('&')}`;
    const base = makeCampaignDocument();
    const landings = base.landings.map((landing) => ({ ...landing, url }));
    const { edge, path, document, onlyRow } = await serve({ ...base, landings });
    const odd = ['a b', '{token2}', "it's", '%', 'ünï 😀', 'tab\tnew\nline', '..', String.raw`back\slash`];
    const query = odd.map((value, at) => `token${at + 1}=${encodeURIComponent(value)}`).join('&');
    const { location } = await edge.send(`${path}?${query}`, { headers: { 'x-forwarded-for': '81.2.3.4' } });
    const row = onlyRow();
    expect(row['destination_url']).toBe(url);
    const clickId = edge.clickIds.encode(row['id'] ?? '', document.campaign.number);
    expect(fillKeptUrl(url, asFeedRow(row), clickId)).toBe(location);
    expect(new URL(location).searchParams.get('token1')).toBe('a b');
  });

  it('records source values under the parameter names of the traffic source', async () => {
    const source = {
      id: newId(),
      name: 'Source',
      clickIdParam: 'ext',
      costParam: 'bid',
      tokens: [
        { index: 1, param: 'site' },
        { index: 15, param: 'zone' },
      ],
    };
    const { edge, path, onlyRow } = await serve({ source }, { cost: { mode: 'auto', amount: '0' } });
    await edge.send(
      `${path}?ext=abc&bid=0.0125&site=a%09b%5Cc&zone=%E2%82%AC&token2=no&tag=red,%20blue,,red&other=1`,
    );
    expect(onlyRow()).toMatchObject({
      external_id: 'abc',
      cost: '0.0125',
      token1: String.raw`a` + '\t' + String.raw`b\c`,
      token2: '',
      token15: '€',
      tags: "['red','blue']",
      reasons: "['default-path']",
    });
  });

  it('ignores macros that the source did not fill', async () => {
    const source = { id: newId(), name: 'S', clickIdParam: 'ext', costParam: null, tokens: [] };
    const { edge, path, onlyRow } = await serve({ source });
    await edge.send(`${path}?ext=$%7BSUBID%7D&token1=%7Bzone%7D&token2=ok`);
    expect(onlyRow()).toMatchObject({ external_id: '', token1: '', token2: 'ok' });
  });

  it('ignores unfilled macros in parameter conditions and tags', async () => {
    const rule = { id: newId(), conditions: { field: 'param.sub', op: 'isSet', values: [] } as const };
    const base = makeCampaignDocument();
    const paths = buildPool([{ pathId: base.rotator.defaultPathId, weight: 1 }]);
    const { edge, path } = await serve({ ...base, rules: [{ ...rule, paths }] });
    const sent = ['{sub}', '${SUBID}', '__SUB__', ' ', 'x'];
    for (const value of sent) await edge.send(`${path}?sub=${encodeURIComponent(value)}&tag={t},a`);
    expect(edge.visits().map(({ rule_id }) => rule_id)).toEqual(['', '', '', '', rule.id]);
    expect(new Set(edge.visits().map(({ tags }) => tags))).toEqual(new Set(["['a']"]));
  });

  it('records that the link was truncated and drops a truncated external click ID', async () => {
    const source = { id: newId(), name: 'S', clickIdParam: 'ext', costParam: null, tokens: [] };
    const { edge, path } = await serve({ source });
    await edge.send(`${path}?token1=${'x'.repeat(513)}&ext=E1`);
    await edge.send(`${path}?token1=a&ext=${'x'.repeat(513)}`);
    await edge.send(`${path}?token1=${'x'.repeat(512)}&ext=${'y'.repeat(512)}`);
    const rows = edge.visits().map((row) => [row.token1?.length, row.external_id?.length, row.reasons]);
    expect(rows).toEqual([
      [512, 2, "['link-cut','default-path']"],
      [1, 0, "['link-cut','click-id-cut','default-path']"],
      [512, 512, "['default-path']"],
    ]);
  });

  it('requests high-entropy client hints over https until the browser sends them', async () => {
    const { edge, path } = await serve();
    const brand = {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      'sec-ch-ua': '"Google Chrome";v="130"',
      'sec-ch-ua-platform': '"Android"',
    };
    const https = { ...brand, 'x-forwarded-proto': 'https' };
    const more = {
      'sec-ch-ua-platform-version': '"14.0.0"',
      'sec-ch-ua-model': '"Pixel 8"',
      'sec-ch-ua-full-version-list': '"Google Chrome";v="130.0.6723.58"',
    };
    const requested = [];
    for (const headers of [{}, brand, https, { ...https, ...more }, { 'x-forwarded-proto': 'https' }])
      requested.push((await edge.send(path, { headers })).headers['accept-ch']);
    const names = 'Sec-CH-UA-Model, Sec-CH-UA-Platform-Version, Sec-CH-UA-Full-Version-List';
    expect(requested).toEqual([undefined, undefined, names, undefined, undefined]);
    expect(edge.visits()[3]).toMatchObject({
      device_model: 'Pixel 8',
      os_version: '14',
      browser_version: '130.0.6723.58',
    });
    const { headers } = await edge.send(path, { method: 'HEAD', headers: https });
    expect(headers['accept-ch']).toBe(names);
  });

  it('records a cost of 0 and a reason if the sent cost is invalid', async () => {
    const source = { id: newId(), name: 'S', clickIdParam: null, costParam: 'bid', tokens: [] };
    const { edge, path, onlyRow } = await serve({ source }, { cost: { mode: 'auto', amount: '0' } });
    await edge.send(`${path}?bid=1%20'free`);
    expect(onlyRow()).toMatchObject({ cost: '0', reasons: "['bad-cost','cost=1??free','default-path']" });
    await edge.send(`${path}?bid=999999999.99`);
    expect(edge.visits()[1]).toMatchObject({
      cost: '0',
      reasons: "['cost-above-limit','cost=999999999.99','default-path']",
    });
    expect(edge.parts.counters.refusedCosts).toBe(2);
  });

  it('converts the sent cost to the workspace currency', async () => {
    const costRate = '0.0067';
    const source = { id: newId(), name: 'S', clickIdParam: null, costParam: 'bid', costRate, tokens: [] };
    const { edge, path, onlyRow } = await serve({ source }, { cost: { mode: 'auto', amount: '0' } });
    await edge.send(`${path}?bid=150`);
    expect(onlyRow()).toMatchObject({ cost: '1.005', reasons: "['default-path']" });
  });

  it('never passes on reserved parameters', async () => {
    const fallbackUrl = 'https://fallback.example/';
    const { edge, path } = await serve({}, { passParameters: true, status: 'paused', fallbackUrl });
    const { location } = await edge.send(`${path}?cid=F1&clickid=F2&c=F3&k=1`);
    expect(location).toBe('https://fallback.example/?k=1');
  });

  it('passes on the link parameters if this is enabled for the campaign', async () => {
    const { edge, path } = await serve({}, { passParameters: true });
    const { location } = await edge.send(`${path}?utm_source=x&cid=theirs`);
    expect(location).toMatch(/^https:\/\/page\.example\/lp\?cid=\w{38}&utm_source=x$/);
  });

  it.each([
    ['full', '81.2.3.4'],
    ['truncated', '81.2.3.0'],
    ['none', ''],
  ] as const)(
    'stores the IP address according to the workspace setting %s',
    async (addressPrivacy, stored) => {
      const { edge, path, onlyRow } = await serve({ addressPrivacy });
      await edge.send(path, { headers: { 'x-forwarded-for': '81.2.3.4' } });
      expect(onlyRow()).toMatchObject({ ip: stored, country: 'DE' });
    },
  );

  it('follows the first matching rule and records it', async () => {
    const base = makeCampaignDocument();
    const [first] = base.paths;
    const pathId = newId();
    const ruleId = newId();
    const rules: CampaignDocument['rules'] = [
      {
        id: ruleId,
        conditions: { field: 'country', op: 'is', values: ['FR'] },
        paths: buildPool([{ pathId, weight: 1 }]),
      },
    ];
    const paths = [
      ...base.paths,
      {
        id: pathId,
        name: 'French',
        landings: buildPool<{ landingId: string }>([]),
        offers: first?.offers ?? buildPool([]),
      },
    ];
    const { edge, path } = await serve({ ...base, rules, paths });
    await edge.send(path, { headers: { 'x-forwarded-for': '82.0.0.1' } });
    await edge.send(path, { headers: { 'x-forwarded-for': '81.0.0.1' } });
    expect(edge.visits()).toMatchObject([
      { rule_id: ruleId, path_id: pathId, outcome: 'offer', reasons: '' },
      { rule_id: '', path_id: first?.id, outcome: 'landing', reasons: "['default-path']" },
    ]);
  });
});

describe('an automated visit', () => {
  it('is redirected and counted separately if it comes from a bot', async () => {
    const { edge, path, onlyRow } = await serve();
    const { status } = await edge.send(path, {
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    });
    expect(status).toBe(302);
    expect(onlyRow()).toMatchObject({
      is_bot: '1',
      bot_visits: '1',
      visits: '',
      unique_visits: '',
      lp_views: '',
    });
  });

  it('is redirected and counted separately if it is a prefetch', async () => {
    const { edge, path, onlyRow } = await serve();
    const { status } = await edge.send(path, { headers: { 'sec-purpose': 'prefetch' } });
    expect(status).toBe(302);
    expect(onlyRow()).toMatchObject({ is_prefetch: '1', prefetch_visits: '1', visits: '' });
  });

  it('is counted if it is a prefetch with a method other than HEAD and the campaign includes prefetches', async () => {
    const { edge, path } = await serve({}, { includePrefetch: true });
    await edge.send(path, { headers: { 'sec-purpose': 'prefetch' } });
    await edge.send(path, { method: 'HEAD' });
    expect(edge.visits()).toMatchObject([
      { visits: '1', is_prefetch: '1' },
      { visits: '', is_prefetch: '1' },
    ]);
  });
});

describe('a returning visitor', () => {
  it('is unique once per day', async () => {
    let now = Date.now();
    const { edge, path } = await serve({}, { cost: { mode: 'cpuv', amount: '0.5' } }, { now: () => now });
    const cookie = cookieOf(await edge.send(path));
    await edge.send(path, { headers: { cookie } });
    now += 25 * 3_600_000;
    await edge.send(path, { headers: { cookie } });
    expect(
      edge.visits().map(({ is_unique, unique_visits, cost }) => [is_unique, unique_visits, cost]),
    ).toEqual([
      ['1', '1', '0.5'],
      ['', '', '0'],
      ['1', '1', '0.5'],
    ]);
  });

  it('counts as new if the cookie was tampered with, which also increments the forged cookie counter', async () => {
    const { edge, path } = await serve();
    const cookie = cookieOf(await edge.send(path));
    const forged = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`;
    await edge.send(path, { headers: { cookie: forged } });
    expect(edge.visits()[1]).toMatchObject({ is_unique: '1' });
    expect(edge.parts.counters.forgedCookies).toBe(1);
  });

  it('gets the same path if the rotator is sticky', async () => {
    const base = makeCampaignDocument();
    const [first] = base.paths;
    const paths = Array.from({ length: 20 }, () => ({
      id: newId(),
      name: 'P',
      landings: first?.landings ?? buildPool([]),
      offers: first?.offers ?? buildPool([]),
    }));
    const rules: CampaignDocument['rules'] = [
      { id: newId(), conditions: null, paths: buildPool(paths.map(({ id }) => ({ pathId: id, weight: 1 }))) },
    ];
    const rotator = { ...base.rotator, sticky: true };
    const { edge, path } = await serve({ ...base, rules, rotator, paths: [...base.paths, ...paths] });
    let cookie = cookieOf(await edge.send(path));
    for (let visit = 0; visit < 10; visit += 1)
      cookie = cookieOf(await edge.send(path, { headers: { cookie } }));
    const rows = edge.visits();
    expect(new Set(rows.map(({ path_id }) => path_id)).size).toBe(1);
    expect(rows[1]?.reasons).toBe("['sticky']");
  });

  it('gets the same landing page and offer if they are sticky, with and without cookies', async () => {
    const base = makeCampaignDocument();
    const [offer] = base.offers;
    if (offer === undefined) throw new Error('the document has no offer');
    const landings = Array.from({ length: 20 }, (_, at) => ({
      id: newId(),
      name: 'L',
      url: `https://page.example/${at}`,
    }));
    const offers = Array.from({ length: 20 }, () => ({ ...offer, id: newId() }));
    const path = {
      id: base.rotator.defaultPathId,
      name: 'P',
      landings: buildPool(landings.map(({ id }) => ({ landingId: id, weight: 1 }))),
      offers: buildPool(offers.map(({ id }) => ({ offerId: id, weight: 1 }))),
    };
    const rotator = { ...base.rotator, stickyLanding: true, stickyOffer: true, stickyDays: 1 };
    for (const visitors of ['cookie', 'cookieless'] as const) {
      const { edge, path: link } = await serve({
        ...base,
        visitors,
        rotator,
        paths: [path],
        landings,
        offers,
      });
      let cookie = '';
      for (let visit = 0; visit < 10; visit += 1) {
        const response = await edge.send(link, { headers: { cookie } });
        if (visitors === 'cookie') cookie = cookieOf(response);
      }
      const rows = edge.visits();
      expect(new Set(rows.map(({ landing_id, offer_id }) => `${landing_id} ${offer_id}`)).size).toBe(1);
      expect(rows[0]?.reasons).toBe("['default-path']");
      expect(rows[1]?.reasons).toBe("['default-path','sticky-offer','sticky-landing']");
    }
  });

  it('is recognized without a cookie in a cookieless workspace', async () => {
    const { edge, path } = await serve({ visitors: 'cookieless' });
    const headers = { 'x-forwarded-for': '81.5.5.5' };
    const response = await edge.send(path, { headers });
    expect(response.headers['set-cookie']).toBeUndefined();
    await edge.send(path, { headers });
    await edge.send(path, { headers: { 'x-forwarded-for': '81.5.5.6' } });
    expect(edge.visits().map(({ is_unique }) => is_unique)).toEqual(['1', '', '1']);
  });
});

describe('a visit without an available destination', () => {
  const fallbackUrl = 'https://fallback.example/?c={campaignid}';

  it.each([
    ['paused', {}, { status: 'paused' }],
    ['empty-path', { landings: [], offers: [], paths: 'empty' }, {}],
  ] as const)('redirects to the fallback URL with the outcome %s', async (outcome, change, campaign) => {
    const base = makeCampaignDocument();
    const paths = base.paths.map((path) => ({ ...path, landings: buildPool([]), offers: buildPool([]) }));
    const document = 'paths' in change ? { ...base, landings: [], offers: [], paths } : base;
    const { edge, path, onlyRow } = await serve(document, { fallbackUrl, ...campaign });
    const { status, location } = await edge.send(path);
    expect([status, location]).toEqual([302, `https://fallback.example/?c=${document.campaign.id}`]);
    expect(onlyRow()).toMatchObject({ outcome, visits: '1', lp_views: '' });
    expect(edge.parts.counters.visits[outcome]).toBe(1);
  });

  it('redirects to the fallback URL of an archived campaign', async () => {
    const { edge, document, path, onlyRow } = await serve({}, { fallbackUrl });
    edge.publish(document, null);
    expect((await edge.send(path)).status).toBe(302);
    expect(onlyRow()).toMatchObject({ outcome: 'archived', config_version: '1' });
  });

  it('gets the neutral page if there is no fallback URL', async () => {
    const { edge, path } = await serve({}, { status: 'paused' });
    const { status, body } = await edge.send(path);
    expect([status, body]).toEqual([200, 'Nothing here yet.\n']);
  });

  it('is recorded without a workspace if the campaign is unknown', async () => {
    const { edge, onlyRow } = await serve();
    const { status, body, headers } = await edge.send(`/c/${newId()}`);
    expect([status, body]).toEqual([404, 'Nothing here.\n']);
    expect(headers['set-cookie']).toBeUndefined();
    expect(onlyRow()).toMatchObject({
      outcome: 'unknown-campaign',
      workspace_id: '00000000-0000-0000-0000-000000000000',
      visits: '1',
    });
  });

  it('has the outcome all-capped if the offer is capped and has no fallback offer', async () => {
    const base = makeCampaignDocument();
    const offers = base.offers.map((offer) => ({
      ...offer,
      cap: { overflowOfferId: null },
    }));
    const { edge, path } = await serve({ ...base, offers }, { fallbackUrl });
    edge.parts.snapshot.setFullRecords([{ recordId: offers[0]?.id ?? '', untilMs: Date.now() + 60_000 }]);
    await edge.send(path);
    expect(edge.visits()[0]).toMatchObject({ outcome: 'all-capped' });
  });
});

describe('a cap', () => {
  const fallbackUrl = 'https://fallback.example/';

  it('on an offer is reached exactly, even under concurrent requests', async () => {
    const base = makeCampaignDocument();
    const offers = base.offers.map((offer) => ({
      ...offer,
      cap: { overflowOfferId: null, clickCaps: [{ limit: 5, per: 'day' as const }] },
    }));
    const paths = base.paths.map((path) => ({ ...path, landings: buildPool<{ landingId: string }>([]) }));
    const { edge, path } = await serve({ ...base, offers, paths }, { fallbackUrl });
    const responses = await Promise.all(Array.from({ length: 30 }, () => edge.send(path)));
    expect(responses.filter(({ location }) => location.startsWith('https://offer.example/'))).toHaveLength(5);
    const outcomes = edge.visits().map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'all-capped')).toHaveLength(25);
  });

  it('on a path does not count bots and HEAD requests', async () => {
    const base = makeCampaignDocument();
    const paths = base.paths.map((path) => ({
      ...path,
      hasCaps: true,
      visitCaps: [{ limit: 2, per: 'day' as const }],
    }));
    const { edge, path } = await serve({ ...base, paths }, { fallbackUrl });
    for (let at = 0; at < 3; at += 1) {
      await edge.send(path, { headers: { 'user-agent': 'curl/8.0' } });
      await edge.send(path, { method: 'HEAD' });
    }
    for (let at = 0; at < 3; at += 1) await edge.send(path);
    expect(
      edge
        .visits()
        .slice(6)
        .map(({ outcome }) => outcome),
    ).toEqual(['landing', 'landing', 'all-capped']);
  });

  it('on the path of a rule sends visitors to the default path while the path is capped', async () => {
    const base = makeCampaignDocument();
    const [defaultPath] = base.paths;
    if (defaultPath === undefined) throw new Error('the document has no path');
    const ruled = { ...defaultPath, id: newId(), hasCaps: true };
    const rules = [{ id: newId(), conditions: null, paths: buildPool([{ pathId: ruled.id, weight: 1 }]) }];
    const { edge, path } = await serve({ ...base, rules, paths: [defaultPath, ruled] }, { fallbackUrl });
    const fill = (untilMs: number) => edge.parts.snapshot.setFullRecords([{ recordId: ruled.id, untilMs }]);
    fill(Date.now() + 60_000);
    await edge.send(path);
    fill(Date.now() - 1);
    await edge.send(path);
    expect(edge.visits().map(({ path_id, rule_id, reasons }) => [path_id, rule_id, reasons])).toEqual([
      [defaultPath.id, rules[0]?.id, "['path-full']"],
      [ruled.id, rules[0]?.id, ''],
    ]);
  });
});

describe('a request', () => {
  const fallbackUrl = 'https://fallback.example/';

  it('gets the neutral page if its host is not a tracking domain', async () => {
    const { edge, path, onlyRow } = await serve({}, { fallbackUrl }, { ownHosts: ['track.example'] });
    const { status, location, headers } = await edge.send(path, { headers: { host: 'evil.example' } });
    expect([status, location, headers['set-cookie']]).toEqual([404, '', undefined]);
    expect(onlyRow()).toMatchObject({ outcome: 'foreign-host' });
    expect((await edge.send(path, { headers: { host: 'TRACK.example:8090' } })).location).toContain(
      'page.example',
    );
  });

  it('is served only if its host belongs to the workspace of the campaign', async () => {
    const { edge, document, path } = await serve({}, {}, { ownHosts: ['track.example'] });
    const { workspaceId } = document;
    edge.parts.snapshot.setHosts([
      { host: 'own.example', workspaceId },
      { host: 'other.example', workspaceId: newId() },
    ]);
    expect((await edge.send(path, { headers: { host: 'own.example' } })).status).toBe(302);
    expect((await edge.send(path, { headers: { host: 'other.example' } })).status).toBe(404);
  });
});

it('the edge redirects the visitor and counts the row as lost if it cannot be written', async () => {
  const { edge, path } = await serve({}, {}, { fate: 'lost' });
  expect((await edge.send(path)).status).toBe(302);
  expect(edge.parts.counters.rowResults).toEqual({ kept: 0, late: 0, lost: 1 });
});

it('the edge serves a new version from the next request on and records its number', async () => {
  const { edge, document, path } = await serve();
  await edge.send(path);
  const [landing] = document.landings;
  const landings = landing === undefined ? [] : [{ ...landing, url: 'https://new.example/' }];
  edge.publish({ ...document, landings }, 2);
  expect((await edge.send(path)).location).toBe('https://new.example/');
  expect(edge.visits()[1]?.config_version).toBe('2');
  edge.publish({ ...document, campaign: { ...document.campaign, version: 9 } }, 3);
  await edge.send(path);
  // The campaign's own version, if the document has one, is recorded instead of the published version.
  expect(edge.visits()[2]?.config_version).toBe('9');
});

it.each([
  ['DELETE', 404],
  ['PUT', 404],
  ['PURGE', 404],
  ['OPTIONS', 204],
])('the edge does not record a %s request as a visit', async (method, status) => {
  const { edge, path } = await serve();
  expect((await edge.send(path, { method })).status).toBe(status);
  expect(edge.visits()).toEqual([]);
});
