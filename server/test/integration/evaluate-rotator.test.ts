import { evaluation, type Evaluation } from '@waypost/contract/rotators/evaluation.ts';
import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { evaluationOperations } from '../../src/http/panel-api/operations/evaluation.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import type { ClassifyVisitor } from '../../src/services/tools.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import {
  evaluateNewRotator,
  evaluateRotator,
} from '../../src/services/rotators/evaluation/evaluate-rotator.ts';
import { updateRotatorSettings } from '../../src/services/rotators/rotator-settings.ts';
import { getRotatorRules, findRotatorWarnings } from '../../src/services/rotators/rotator-rules.ts';
import { archiveRotator } from '../../src/services/rotators/rotators.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { updateTrafficSource } from '../../src/services/traffic-sources/traffic-sources.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import {
  makeLanding,
  makeOffer,
  makeRotator,
  setStatus,
} from '../../src/testing/workspaces/rotator-rules.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
  // The time is Monday, 00:30 in Europe/Berlin.
  context = await makeWorkspace(database, () => new Date('2026-11-15T23:30:00.000Z'));
});

afterAll(() => database.close());

const unknownId = '00000000-0000-7000-8000-000000000000';
const clickId = 'SAMPLECLICKID0000000000000000000000000';

type Change = Partial<Record<keyof RotatorRules, unknown>>;

async function makeRouting(
  change: (rules: RotatorRules) => Change,
): Promise<{ id: string; rules: RotatorRules }> {
  const { id, rules } = await makeRotator(context);
  return { id, rules: await saveRotatorRules(context, id, { ...rules, ...change(rules) }) };
}

async function evaluate(id: string, input: unknown): Promise<Evaluation> {
  const answer = await evaluateRotator(context, id, input);
  expect(evaluation.parse(answer)).toEqual(answer);
  return answer;
}

const oneRule = (conditions: unknown) => (rules: RotatorRules) => ({
  rules: [{ name: 'Rule', conditions, paths: [{ pathId: rules.defaultPathId }] }],
});

async function match(conditions: unknown, input: unknown): Promise<boolean | null | undefined> {
  const { id } = await makeRouting(oneRule(conditions));
  return (await evaluate(id, input)).rules[0]?.holds;
}

describe('a routing test with saved rules', () => {
  test('explains every rule, selects the first match and shows the shares of its paths', async () => {
    const [page, other, offer] = [
      await makeLanding(context, 'Page'),
      await makeLanding(context, 'Other'),
      await makeOffer(context, 'Offer'),
    ];
    const { id, rules } = await makeRouting((before) => ({
      rules: [
        {
          name: 'French',
          conditions: { field: 'country', op: 'is', values: ['FR'] },
          paths: [{ pathId: 'new-a' }],
        },
        {
          name: 'Off',
          enabled: false,
          conditions: null,
          paths: [{ pathId: 'new-a' }],
        },
        { name: 'Disabled path', conditions: null, paths: [{ pathId: 'new-off' }] },
        {
          name: 'Germany',
          conditions: {
            all: [
              { field: 'country', op: 'is', values: ['DE'] },
              { not: { field: 'bot', op: 'is', values: [true] } },
            ],
          },
          paths: [
            { pathId: 'new-a', weight: 2 },
            { pathId: 'new-b', weight: 1 },
            { pathId: 'new-off', weight: 5 },
            { pathId: before.defaultPathId, weight: 0 },
          ],
        },
        { name: 'All', conditions: null, paths: [{ pathId: 'new-b' }] },
      ],
      paths: [
        ...before.paths,
        {
          id: 'new-a',
          name: 'A',
          landings: [
            { landingId: page, weight: 3 },
            { landingId: other, weight: 1 },
          ],
          offers: [{ offerId: offer }],
        },
        { id: 'new-b', name: 'B', offers: [{ offerId: offer }] },
        { id: 'new-off', name: 'Off', enabled: false, offers: [{ offerId: offer }] },
      ],
    }));
    const answer = await evaluate(id, { visitor: { country: 'de', bot: false } });
    const [french, off, nowhere, germans, all] = rules.rules;
    expect(answer).toMatchObject({
      time: '2026-11-15T23:30:00.000Z',
      timezone: 'Europe/Berlin',
      clickId,
      problem: null,
      ruleId: germans?.id,
    });
    expect(
      answer.rules.map(({ leaves: _leaves, priority: _priority, name: _name, ...rule }) => rule),
    ).toEqual([
      { id: french?.id, enabled: true, holds: false, wins: false, isServed: true },
      { id: off?.id, enabled: false, holds: true, wins: false, isServed: false },
      { id: nowhere?.id, enabled: true, holds: true, wins: false, isServed: false },
      { id: germans?.id, enabled: true, holds: true, wins: true, isServed: true },
      { id: all?.id, enabled: true, holds: true, wins: false, isServed: true },
    ]);
    expect(answer.rules[3]?.leaves).toEqual([
      { path: ['all', 0], field: 'country', op: 'is', values: ['DE'], input: 'DE', result: true },
      { path: ['all', 1, 'not'], field: 'bot', op: 'is', values: [true], input: false, result: false },
    ]);
    expect(answer.paths.map(({ name, share, state, outcome }) => [name, share, state, outcome])).toEqual([
      ['A', 66.6667, 'served', 'landing'],
      ['B', 33.3333, 'served', 'offer'],
      ['Off', 0, 'disabled', 'offer'],
      ['Default', 0, 'weightless', 'empty-path'],
    ]);
    expect(answer.paths[0]?.landings.map(({ name, share }) => [name, share])).toEqual([
      ['Page', 75],
      ['Other', 25],
    ]);
    expect(answer.paths[0]?.offers).toEqual([
      {
        id: offer,
        name: 'Offer',
        share: 100,
        state: 'served',
        link: 1,
        isKept: false,
        url: 'https://example.com/',
        template: 'https://example.com/',
        macros: [],
        overflowOfferId: null,
      },
    ]);
  });

  test('uses the default path when no rule matches, even if it is empty', async () => {
    const { id } = await makeRouting(oneRule({ field: 'country', op: 'is', values: ['DE'] }));
    const answer = await evaluate(id, undefined);
    expect(answer.ruleId).toBeNull();
    expect(answer.paths).toMatchObject([
      { name: 'Default', share: 100, state: 'served', outcome: 'empty-path' },
    ]);
  });

  test('works for an archived rotator', async () => {
    const { id } = await makeRotator(context);
    await archiveRotator(context, id);
    expect(await evaluate(id, {})).toMatchObject({ rotatorVersion: 2, paths: [{ name: 'Default' }] });
  });

  test('shows disabled and archived landing pages without a share', async () => {
    const [page, off, old] = [
      await makeLanding(context),
      await makeLanding(context),
      await makeLanding(context),
    ];
    const { id } = await makeRouting(({ paths }) => ({
      paths: [
        {
          ...paths[0],
          landings: [{ landingId: page, weight: 1 }, { landingId: off, enabled: false }, { landingId: old }],
        },
      ],
    }));
    await setStatus(context, 'landings', { id: old, status: 'archived' });
    const [path] = (await evaluate(id, {})).paths;
    expect(path?.landings.map(({ id: landingId, share, state }) => [landingId, share, state])).toEqual([
      [page, 100, 'served'],
      [off, 0, 'disabled'],
      [old, 0, 'archived'],
    ]);
  });

  test("keeps a returning visitor's earlier choices according to the rotator's settings", async () => {
    const [page, other, offer] = [
      await makeLanding(context),
      await makeLanding(context),
      await makeOffer(context),
    ];
    const landings = [{ landingId: page }, { landingId: other }];
    const { id, rules } = await makeRouting(({ paths }) => ({
      rules: [
        {
          name: 'Germany',
          conditions: { field: 'country', op: 'is', values: ['DE'] },
          paths: [{ pathId: 'new-a' }, { pathId: 'new-b' }],
        },
      ],
      paths: [
        ...paths,
        { id: 'new-a', name: 'A', landings },
        { id: 'new-b', name: 'B', landings, offers: [{ offerId: offer }] },
      ],
    }));
    const earlier = { pathId: rules.paths[2]?.id, landingId: other, offerId: offer };
    const shares = async (country: string) => {
      const { paths } = await evaluate(id, { visitor: { country }, earlier });
      const path = paths.find(({ share }) => share > 0);
      const items = [...(path?.landings ?? []), ...(path?.offers ?? [])];
      return [path?.name, ...[path, ...items].map((item) => [item?.share, item?.isKept])];
    };
    const split = ['A', [50, false], [50, false], [50, false]];
    expect(await shares('DE')).toEqual(split);
    await updateRotatorSettings(context, id, { sticky: true, stickyLanding: true, stickyOffer: true });
    expect(await shares('DE')).toEqual(['B', [100, true], [0, false], [100, true], [100, true]]);
    // Rules take precedence: the earlier path is not among the matching rule's paths.
    expect(await shares('FR')).toEqual(['Default', [100, false]]);
    await updateRotatorSettings(context, id, { sticky: false });
    expect(await shares('DE')).toEqual(['A', [50, false], [0, false], [100, true]]);
  });

  test('skips full paths and offers and shows where their visitors go', async () => {
    const caps = [{ limit: 1, per: 'day', counts: 'clicks' }];
    const addOffer = async (more: object) => (await createOffer(context, { name: 'O', url, ...more })).id;
    const [url, spare] = ['https://example.com/', await makeOffer(context)];
    const [open, full, overflowing] = [
      await makeOffer(context),
      await addOffer({ caps }),
      await addOffer({ caps, overflowOfferId: spare }),
    ];
    const { id, rules } = await makeRouting(({ paths }) => ({
      rules: [{ name: 'All', conditions: null, paths: [{ pathId: 'new-a' }, { pathId: 'new-b' }] }],
      paths: [
        { ...paths[0], offers: [{ offerId: full }] },
        {
          id: 'new-a',
          name: 'A',
          caps: [{ limit: 1, per: 'hour', counts: 'visits' }],
          offers: [open, full, overflowing].map((offerId) => ({ offerId })),
        },
        { id: 'new-b', name: 'B', caps: [{ limit: 1, per: 'hour', counts: 'visits' }] },
      ],
    }));
    const markFull = async (recordId: string | undefined) =>
      await database.asSystem((executor) =>
        sql`INSERT INTO full_records (workspace_id, record_id, full_until)
          VALUES (${context.workspaceId}, ${recordId}, now() + interval '1 day')`.execute(executor),
      );
    const currentPaths = async () =>
      (await evaluate(id, {})).paths.map(({ name, share, state, outcome }) => [name, share, state, outcome]);
    for (const offerId of [full, overflowing]) await markFull(offerId);
    const [first] = (await evaluate(id, {})).paths;
    expect(first?.offers.map(({ share, state, overflowOfferId }) => [share, state, overflowOfferId])).toEqual(
      [
        [50, 'served', null],
        [0, 'full', null],
        [50, 'full', spare],
      ],
    );
    // A full offer keeps its link number, because the edge also counts full offers.
    expect(first?.offers.map(({ link }) => link)).toEqual([1, 2, 3]);
    await markFull(rules.paths[1]?.id);
    expect(await currentPaths()).toEqual([
      ['A', 0, 'full', 'offer'],
      ['B', 100, 'served', 'empty-path'],
    ]);
    await markFull(rules.paths[2]?.id);
    expect(await currentPaths()).toEqual([
      ['A', 0, 'full', 'offer'],
      ['B', 0, 'full', 'empty-path'],
      ['Default', 100, 'served', 'all-capped'],
    ]);
  });
});

describe('a test visitor', () => {
  test('without a known location matches the location "unknown"', async () => {
    const unknown = { field: 'country', op: 'is', values: ['unknown'] };
    expect(await match(unknown, {})).toBe(true);
    expect(await match(unknown, { visitor: { country: 'unknown' } })).toBe(true);
    expect(await match(unknown, { visitor: { country: null, city: 'Berlin' } })).toBe(true);
    expect(await match(unknown, { visitor: { country: 'DE' } })).toBe(false);
    expect(await match({ field: 'asn', op: 'is', values: ['unknown'] }, { visitor: { asn: 64_512 } })).toBe(
      false,
    );
  });

  test("visits at a time that is evaluated in the condition's time zone, or else in the workspace's", async () => {
    const hour = (values: number[], timezone?: string) => ({
      field: 'hourOfDay',
      op: 'is',
      values,
      ...(timezone && { timezone }),
    });
    expect(await match(hour([0]), {})).toBe(true);
    expect(await match(hour([23], 'UTC'), {})).toBe(true);
    expect(await match(hour([5], 'Asia/Kolkata'), {})).toBe(true);
    expect(await match(hour([14]), { time: '2026-07-01T14:30:00+02:00' })).toBe(true);
    expect(await match({ field: 'weekday', op: 'is', values: [1] }, {})).toBe(true);
    expect(await match({ field: 'date', op: 'is', values: ['2026-11-15'], timezone: 'UTC' }, {})).toBe(true);
  });

  test('is unique unless specified otherwise', async () => {
    const unique = { field: 'unique', op: 'is', values: ['campaign'], windowHours: 24 };
    expect(await match(unique, {})).toBe(true);
    expect(await match(unique, { unique: { workspace: false } })).toBe(true);
    expect(await match(unique, { unique: { campaign: false } })).toBe(false);
  });

  test('can have any field in the condition grammar', async () => {
    for (const [condition, visitor] of [
      [{ field: 'ip', op: 'in', values: ['192.0.2.0/24'] }, { ip: '192.0.2.7' }],
      [{ field: 'osVersion', op: 'gt', values: ['9.10'] }, { osVersion: '10.2' }],
      [{ field: 'userAgent', op: 'contains', values: ['webview'] }, { userAgent: 'Mozilla/5.0 (WebView)' }],
      [{ field: 'datacenter', op: 'is', values: [true] }, { datacenter: true }],
      [{ field: 'token7', op: 'startsWith', values: ['zone-'] }, { token7: 'zone-1' }],
      [{ field: 'campaign', op: 'is', values: [unknownId] }, { campaign: unknownId }],
    ])
      expect(await match(condition, { visitor })).toBe(true);
    expect(await match({ field: 'param.utm', op: 'is', values: ['x'] }, { params: { utm: 'x' } })).toBe(true);
    expect(await match({ field: 'token1', op: 'is', values: ['x'] }, { params: { token1: 'x' } })).toBe(true);
  });
});

describe('an IP address and a user agent', () => {
  const german = { field: 'country', op: 'is', values: ['DE'] };
  const input = { visitor: { ip: '192.0.2.1', userAgent: 'Phone' } };

  test('determine location and device as on the edges', async () => {
    const lookups: unknown[] = [];
    const classifyVisitor: ClassifyVisitor = (visitor) => {
      lookups.push(visitor);
      return Promise.resolve({ country: 'DE', deviceType: 'mobile' });
    };
    const { id } = await makeRouting(
      oneRule({ all: [german, { field: 'deviceType', op: 'is', values: ['mobile'] }] }),
    );
    const matchFor = async (visit: object) =>
      (await evaluateRotator({ ...context, classifyVisitor }, id, visit)).rules[0]?.holds;
    expect(await matchFor(input)).toBe(true);
    expect(lookups).toEqual([input.visitor]);
    // Explicit values take precedence, including an unknown location.
    expect(await matchFor({ visitor: { ...input.visitor, country: 'FR' } })).toBe(false);
    expect(await matchFor({ visitor: { ...input.visitor, country: 'unknown' } })).toBe(false);
    expect(await matchFor({ visitor: { country: 'DE', deviceType: 'mobile' } })).toBe(true);
    expect(lookups).toHaveLength(3);
  });
});

describe('destination URLs in a routing test', () => {
  test('are filled with values from the visit, the campaign and its source', async () => {
    const { id: landing } = await createLanding(context, {
      name: 'Quiz & more',
      url: 'https://page.example/{country}/{landingname}?c={clickid}&e={externalid}&t={token1}&o={offerid}&x={nothing}&cost={cost}',
    });
    const network = await createAffiliateNetwork(context, { name: 'N', clickIdParam: 'aff_sub' });
    const { id: offer } = await createOffer(context, {
      name: 'Offer',
      affiliateNetworkId: network.id,
      url: 'https://offer.example/?p={payout}{currency}&s={sourceid}&r={ruleid}#{pathname}',
      payout: { mode: 'fixed', amount: 12.5 },
    });
    const routing = await makeRouting(({ paths }) => ({
      paths: [{ ...paths[0], landings: [{ landingId: landing }], offers: [{ offerId: offer }] }],
    }));
    const campaign = await makeCampaign(context, { rotatorId: routing.id });
    await updateTrafficSource(context, campaign.trafficSourceId, {
      clickIdParam: 'click',
      tokens: [{ index: 1, param: 'site', name: 'Site' }],
    });
    const input = { visitor: { country: 'DE' }, params: { click: '${SUBID}', site: 'a b' } };
    const [alone] = (await evaluate(routing.id, input)).paths;
    expect(alone?.landings[0]?.url).toBe(
      `https://page.example/DE/Quiz%20%26%20more?c=${clickId}&e=&t=&o=${offer}&x=&cost=`,
    );
    expect(alone?.offers[0]?.url).toBe(`https://offer.example/?p=12.5USD&s=&r=&aff_sub=${clickId}#Default`);
    expect(alone?.landings[0]?.macros.map((use) => `${use.macro} ${use.value} ${use.state}`)).toEqual([
      '{country} DE filled',
      '{landingname} Quiz & more filled',
      `{clickid} ${clickId} filled`,
      '{externalid}  empty',
      '{token1}  empty',
      `{offerid} ${offer} filled`,
      '{nothing}  unknown',
      '{cost}  empty',
    ]);
    const [withCampaign] = (await evaluate(routing.id, { ...input, campaignId: campaign.id })).paths;
    expect(withCampaign?.landings[0]?.url).toContain('&e=&t=a%20b&');
    expect(withCampaign?.offers[0]?.url).toContain(`&s=${campaign.trafficSourceId}&`);
    const withParams = { ...input, params: { click: 'S-1', site: 'b' }, campaignId: campaign.id };
    const [named] = (await evaluate(routing.id, { ...withParams, visitor: { token1: 'by name' } })).paths;
    expect(named?.landings[0]?.url).toContain('&e=S-1&t=by%20name&');
  });

  test('include the parameters of the campaign link if the campaign passes them on', async () => {
    const offer = await makeOffer(context);
    const routing = await makeRouting(({ paths }) => ({
      paths: [{ ...paths[0], offers: [{ offerId: offer }] }],
    }));
    const { id: campaignId } = await makeCampaign(context, { rotatorId: routing.id });
    const input = { params: { utm: 'x&y' }, campaignId };
    const urlOf = async () => (await evaluate(routing.id, input)).paths[0]?.offers[0]?.url;
    expect(await urlOf()).toBe('https://example.com/');
    await database.inWorkspace(context.workspaceId, (executor) =>
      sql`UPDATE campaigns SET pass_parameters = true WHERE id = ${campaignId}`.execute(executor),
    );
    expect(await urlOf()).toBe('https://example.com/?utm=x%26y');
  });

  test('are chosen by conditions on the campaign and its source', async () => {
    const routing = await makeRotator(context);
    const { id: campaignId, trafficSourceId } = await makeCampaign(context, { rotatorId: routing.id });
    const both = {
      all: [
        { field: 'campaign', op: 'is', values: [campaignId] },
        { field: 'trafficSource', op: 'is', values: [trafficSourceId] },
      ],
    };
    expect(await match(both, { campaignId })).toBe(true);
    expect(await match(both, {})).toBe(false);
  });
});

describe('a routing test with a draft', () => {
  test('uses the draft instead of the saved rules and saves nothing', async () => {
    const landing = await makeLanding(context);
    const { id, rules } = await makeRouting(oneRule(null));
    const draft = {
      ...rules,
      version: 999,
      defaultPathId: 'new-main',
      rules: [
        { ...rules.rules[0], conditions: { field: 'os', op: 'is', values: ['iOS'] } },
        { name: 'New', conditions: null, paths: [{ pathId: 'new-main' }, { pathId: rules.defaultPathId }] },
      ],
      paths: [...rules.paths, { id: 'new-main', name: 'Main', landings: [{ landingId: landing }] }],
    };
    const answer = await evaluate(id, { visitor: { os: 'Android' }, draft });
    expect(answer.rules.map(({ id: ruleId, priority, holds }) => [ruleId, priority, holds])).toEqual([
      [rules.rules[0]?.id, 1, false],
      ['new-rule-2', 2, true],
    ]);
    expect(answer).toMatchObject({
      ruleId: 'new-rule-2',
      paths: [
        { id: 'new-main', name: 'Main', share: 50, landings: [{ id: landing, share: 100 }] },
        { id: rules.defaultPathId, share: 50 },
      ],
    });
    expect(await getRotatorRules(context, id)).toEqual(rules);
  });

  test('explains the rules of a draft that cannot be published, and reports the problem', async () => {
    const { id, rules } = await makeRouting(oneRule(null));
    const paths = rules.paths.map((path) => ({ ...path, enabled: false }));
    const answer = await evaluate(id, { draft: { ...rules, paths } });
    expect(answer).toMatchObject({
      problem: 'the default path is missing or disabled',
      ruleId: null,
      rules: [{ holds: true, wins: false, isServed: false }],
      paths: [],
    });
  });

  test('returns the same warnings about unreachable rules as saving the draft', async () => {
    const { id, rules } = await makeRouting(() => ({}));
    const { defaultPathId, version, paths } = rules;
    const rule = { name: 'All', conditions: null, paths: [{ pathId: defaultPathId }] };
    const draft = { version, defaultPathId, paths, rules: [rule, { ...rule, name: 'Late' }] };
    const { warnings } = await evaluate(id, { draft });
    expect(warnings).toEqual([
      { path: 'rules.0.conditions', message: expect.stringContaining('matches all visitors') as string },
      { path: 'rules.1.conditions', message: expect.stringContaining('rule 1 (All)') as string },
    ]);
    expect(findRotatorWarnings(await saveRotatorRules(context, id, draft))).toEqual(warnings);
  });

  test('reports each error with its path', async () => {
    const { id, rules } = await makeRouting(oneRule(null));
    const { rules: foreign } = await makeRotator(context);
    const invalid = {
      visitor: { country: 'XX', deviceType: 'phone', ip: '1.2.3', asn: 'x', weekday: 1, bot: 'yes' },
      params: { x: 1 },
      time: 'tomorrow',
      unique: { visitor: true },
      campaignId: 'nonsense',
      draft: {
        ...rules,
        rules: [
          { name: 'x', conditions: { field: 'country', op: 'lt', values: [] }, paths: [{ pathId: 'new-x' }] },
        ],
      },
      spare: 1,
    };
    await expect(evaluateRotator(context, id, invalid)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: {
        issues: [
          {
            path: 'visitor.country',
            message: 'must be an ISO 3166-1 country code such as DE, or unknown',
          },
          { path: 'visitor.asn' },
          { path: 'visitor.deviceType' },
          { path: 'visitor.ip', message: 'must be an IP address' },
          { path: 'visitor.bot' },
          { path: 'visitor.weekday', message: 'unknown field' },
          { path: 'params.x' },
          { path: 'time', message: 'must be a timestamp such as 2026-12-31T23:00:00Z' },
          { path: 'unique.visitor' },
          { path: 'campaignId' },
          { path: 'draft.rules.0.conditions.op' },
          { path: 'draft.rules.0.paths.0.pathId' },
          { path: 'spare' },
        ],
      },
    });
    const withForeignPaths = { ...rules, paths: [...rules.paths, ...foreign.paths] };
    await expect(evaluateRotator(context, id, { draft: withForeignPaths })).rejects.toMatchObject({
      details: { issues: [{ path: 'draft.paths.1.id', message: 'is not a path of this rotator' }] },
    });
  });
});

describe('access to a routing test', () => {
  test('is refused with NOT_FOUND for rotators, campaigns and pool items in other workspaces', async () => {
    const elsewhere = await makeWorkspace(database);
    const { id, rules } = await makeRotator(context);
    const missingRotator = { code: 'NOT_FOUND', message: 'Rotator not found' };
    for (const rotatorId of [id, unknownId, 'nonsense'])
      await expect(evaluateRotator(elsewhere, rotatorId, {})).rejects.toMatchObject(missingRotator);
    const { id: foreignCampaign } = await makeCampaign(elsewhere);
    for (const campaignId of [foreignCampaign, unknownId])
      await expect(evaluateRotator(context, id, { campaignId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Campaign not found',
      });
    const [landingId, offerId] = [await makeLanding(elsewhere), await makeOffer(elsewhere)];
    for (const [pools, missing] of [
      [{ landings: [{ landingId }] }, [landingId]],
      [{ offers: [{ offerId }] }, [offerId]],
    ] as const)
      await expect(
        evaluateRotator(context, id, { draft: { ...rules, paths: [{ ...rules.paths[0], ...pools }] } }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND', details: { missing } });
  });

  test('is allowed for viewers', async () => {
    const { id } = await makeRotator(context);
    const viewer = { type: 'user', id: unknownId, label: 'v', role: 'viewer' } as const;
    expect(await evaluateRotator({ ...context, actor: viewer }, id, {})).toMatchObject({ problem: null });
  });
});

test('a draft of an unsaved rotator can be tested, but cannot refer to saved paths', async () => {
  const [first, second] = [await makeOffer(context), await makeOffer(context)];
  const path = { name: 'Default', offers: [{ offerId: second }, { offerId: first }] };
  const draft = { version: 1, defaultPathId: 'new-1', rules: [], paths: [{ id: 'new-1', ...path }] };
  const { paths, problem, rotatorVersion } = await evaluateNewRotator(context, { draft });
  expect([problem, rotatorVersion]).toEqual([null, null]);
  expect(paths[0]?.offers.map(({ id, link }) => [id, link])).toEqual([
    [second, 1],
    [first, 2],
  ]);
  const { rules } = await makeRotator(context);
  const named = { ...draft, paths: [...draft.paths, rules.paths[0]] };
  await expect(evaluateNewRotator(context, { draft: named })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  await expect(evaluateNewRotator(context, {})).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

test("the operation's example matches its schema", () => {
  const operation = evaluationOperations.find(({ operationId }) => operationId === 'evaluateRotator');
  expect(operation?.data.parse(operation.example.data)).toEqual(operation?.example.data);
  expect(operation?.body?.safeParse(operation.example.body)).toMatchObject({ success: true });
});
