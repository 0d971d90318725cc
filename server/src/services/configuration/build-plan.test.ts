import { describe, expect, it } from 'vitest';
import { buildPlan, isEmpty } from './build-plan.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import { describePlan } from './describe-plan.ts';
import type { Entries, OfferEntry, Settings } from './entries.ts';
import { kinds, type Kind } from './kinds.ts';
import { readFiles } from './read-files.ts';

const settings: Settings = {
  timezone: 'UTC',
  currency: 'USD',
  fallbackUrl: null,
  blockUrl: null,
  addressPrivacy: 'full',
  visitors: 'cookie',
  maxCostPerVisit: 100,
  retention: { visitDays: 400, eventDays: 400, postbackDays: 90 },
  rates: {},
};

function workspaceOf(given: { [Name in Kind]?: Entries[Name][] }): DescribedWorkspace {
  const records = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      new Map((given[kind] ?? []).map((entry) => [entry.key, { id: `id of ${entry.key}`, entry }])),
    ]),
  ) as DescribedWorkspace['records'];
  return { settings, records, verifiedHosts: new Set() };
}

function offer(key: string, overflowOffer: string | null = null, more: Partial<OfferEntry> = {}): OfferEntry {
  const fields = {
    url: 'https://example.com/',
    country: null,
    affiliateNetwork: null,
    caps: [],
    overflowOffer,
    shortName: null,
    tags: [],
  };
  return { key, name: key, status: 'active', payout: { mode: 'auto', amount: null }, ...fields, ...more };
}

function read(name: string, text: string) {
  return readFiles(new Map([[name, Buffer.from(text)]]), []);
}

function plan(texts: Record<string, string>, workspace: DescribedWorkspace, prune = false) {
  const all = { 'waypost.yaml': 'format: 1\nworkspace: { timezone: UTC, currency: USD }\n', ...texts };
  const files = new Map(Object.entries(all).map(([name, text]) => [name, Buffer.from(text)]));
  const built = buildPlan(readFiles(files, []), workspace, { prune });
  const { changes, ...rest } = describePlan(built.plan, { isApplied: false });
  const lines = changes.map(({ action, kind, key }) => `${action} ${kind} ${key}`);
  return {
    ...rest,
    lines,
    isEmpty: isEmpty(built.plan),
    mistakes: built.mistakes.map(({ message }) => message),
  };
}

describe('a plan', () => {
  it('is empty if the files match the workspace or contain nothing', () => {
    const workspace = workspaceOf({ offers: [offer('A'), offer('Old', null, { status: 'archived' })] });
    const same = plan({ 'offers.yaml': '- { name: A, url: "https://example.com/" }\n' }, workspace);
    expect(same).toMatchObject({ isEmpty: true, unchanged: 1, leftAlone: 0, mistakes: [] });
    expect(plan({}, workspace, true)).toMatchObject({ isEmpty: true, unchanged: 0, leftAlone: 0 });
    expect(plan({ 'offers.yaml': '' }, workspace)).toMatchObject({ isEmpty: true, leftAlone: 1 });
    expect(plan({ 'offers.yaml': '[]' }, workspace, true)).toMatchObject({ isEmpty: false, leftAlone: 0 });
  });

  it('archives an offer before its fallback offer, and archives no offers in a cycle', () => {
    const chain = workspaceOf({ offers: [offer('A', 'B'), offer('B', 'C'), offer('C')] });
    expect(plan({ 'offers.yaml': '[]' }, chain, true).lines).toEqual([
      'archive offer A',
      'archive offer B',
      'archive offer C',
    ]);
    const circle = workspaceOf({ offers: [offer('A', 'B'), offer('B', 'A')] });
    expect(plan({ 'offers.yaml': '[]' }, circle, true)).toMatchObject({
      isEmpty: true,
      leftAlone: 2,
      warnings: [
        'offer "A" was not archived because it is used by offer "B"',
        'offer "B" was not archived because it is used by offer "A"',
      ],
    });
  });

  it('rejects references to unknown, archived or pruned records, and references of a record to itself', () => {
    const workspace = workspaceOf({ offers: [offer('Old', null, { status: 'archived' }), offer('There')] });
    const overflowTo = (name: string, prune = false) =>
      plan(
        {
          'offers.yaml': `- name: A\n  url: https://example.com/\n  overflowOffer: ${name}\n`,
        },
        workspace,
        prune,
      ).mistakes;
    expect(overflowTo('Nobody')).toEqual(['offer "Nobody" not found']);
    expect(overflowTo('Old')).toEqual(['offer "Old" not found']);
    expect(overflowTo('A')).toEqual(['must not refer to the record itself']);
    expect(overflowTo('There')).toEqual([]);
    expect(overflowTo('There', true)).toEqual(['offer "There" not found']);
  });

  it('accepts references to records of a kind that the files leave out, even when pruning', () => {
    const network = read('affiliate-networks.yaml', '- name: N\n').entries.affiliateNetworks?.[0]?.entry;
    const workspace = workspaceOf({ affiliateNetworks: network === undefined ? [] : [network] });
    const texts = { 'offers.yaml': '- name: A\n  url: https://example.com/\n  affiliateNetwork: N\n' };
    expect(plan(texts, workspace, true)).toMatchObject({ mistakes: [], lines: ['create offer A'] });
  });

  it('rejects a key that changes because another record is archived', () => {
    const second = offer('Page (2)', null, { name: 'Page' });
    const workspace = workspaceOf({ offers: [offer('Page'), second] });
    const texts = { 'offers.yaml': '- { name: Page, key: "Page (2)", url: "https://new.example/" }\n' };
    expect(plan(texts, workspace).mistakes).toEqual([]);
    expect(plan(texts, workspace, true).mistakes).toEqual([
      expect.stringContaining('must be "Page", not "Page (2)"'),
    ]);
  });

  it('keeps the domain of a campaign if the new domain is not verified', () => {
    const campaign = (domain: string) =>
      `- { name: C, trafficSource: S, rotator: R, tracking: { domain: ${domain} } }\n`;
    const given = read('campaigns.yaml', campaign('old.example')).entries.campaigns?.[0]?.entry;
    const workspace = workspaceOf({ campaigns: given === undefined ? [] : [given] });
    const texts = {
      'traffic-sources.yaml': '- name: S\n',
      'rotators.yaml': '- name: R\n',
      'domains.yaml': '- host: old.example\n- host: new.example\n',
    };
    const planned = (domain: string) => plan({ ...texts, 'campaigns.yaml': campaign(domain) }, workspace);
    expect(planned('new.example')).toMatchObject({
      unchanged: 1,
      warnings: [expect.stringContaining('so the campaign keeps old.example')],
    });
    expect(planned('old.example')).toMatchObject({ unchanged: 1, warnings: [] });
  });

  it('does not report references to a record that is itself invalid', () => {
    const texts = {
      'offers.yaml': '- name: A\n  url: https://example.com/\n  affiliateNetwork: N\n',
      'affiliate-networks.yaml': '- name: N\n  currency: XYZ\n',
    };
    expect(plan(texts, workspaceOf({})).mistakes).toEqual([expect.stringContaining('currency')]);
    const campaigns = {
      'traffic-sources.yaml': '- { name: Ads, key: S, color: red }\n',
      'rotators.yaml': '- { name: " R ", color: red }\n',
      'domains.yaml': '- { host: a.example, color: red }\n',
      'campaigns.yaml': '- { name: C, trafficSource: S, rotator: R, tracking: { domain: a.example } }\n',
    };
    expect(new Set(plan(campaigns, workspaceOf({})).mistakes)).toEqual(new Set(['unknown field']));
  });

  it('rejects archiving a record that is used in the files', () => {
    const texts = {
      'offers.yaml': '- name: A\n  url: https://example.com/\n  affiliateNetwork: N\n',
      'affiliate-networks.yaml': '- name: N\n  status: archived\n',
    };
    expect(() => plan(texts, workspaceOf({}))).toThrow(
      'Cannot archive affiliate network "N": it is used by offer "A"',
    );
  });

  it('keeps an unknown ID in a condition, with a warning', () => {
    const id = '01890000-0000-7000-8000-00000000dead';
    const rules = `- name: R\n  rules: [{ name: x, conditions: { field: campaign, op: is, values: [${id}] }, paths: [{ path: Default }] }]\n`;
    const planned = plan({ 'rotators.yaml': rules }, workspaceOf({}));
    expect(planned).toMatchObject({ mistakes: [], lines: ['create rotator R'] });
    expect(planned.warnings).toEqual([expect.stringContaining(id)]);
  });

  it('rejects an unknown name in a condition, and an unknown ID anywhere else', () => {
    const rules =
      '- name: R\n  rules: [{ name: x, conditions: { field: campaign, op: is, values: [Nobody] }, paths: [{ path: Default }] }]\n';
    expect(plan({ 'rotators.yaml': rules }, workspaceOf({})).mistakes).toEqual([
      expect.stringContaining('Nobody'),
    ]);
    const id = '01890000-0000-7000-8000-00000000dead';
    const offers = `- { name: A, url: "https://example.com/{clickid}", overflowOffer: ${id} }\n`;
    expect(plan({ 'offers.yaml': offers }, workspaceOf({}))).toMatchObject({
      mistakes: [expect.stringContaining(id)],
      warnings: [],
    });
  });

  it('warns about rules that no visitor reaches', () => {
    const rules = `- name: R\n  rules: [{ name: all, paths: [{ path: Default }] }, { name: x, conditions: { field: country, op: is, values: [DE] }, paths: [{ path: Default }] }]\n`;
    expect(plan({ 'rotators.yaml': rules }, workspaceOf({})).warnings).toEqual([
      'rotator "R": rules.0.conditions: this rule matches all visitors, so the rules below and the default path get none',
      'rotator "R": rules.1.conditions: no visitor reaches this rule because rule 1 (all) matches all of its visitors first',
    ]);
  });

  it('warns if no conversion is sent to a traffic source with a postback URL', () => {
    const texts = (postbacks: string) => ({
      'traffic-sources.yaml':
        '- { name: Ads, clickIdParam: cid, postbackUrl: "https://ads.example.com/?c={externalid}" }\n',
      'rotators.yaml': '- name: R\n',
      'campaigns.yaml': `- name: C\n  trafficSource: Ads\n  rotator: R\n  goals: [{ label: All, actions: [{ idx: 1, label: Sale${postbacks} }] }]\n`,
    });
    expect(plan(texts(''), workspaceOf({}))).toMatchObject({ mistakes: [], warnings: [] });
    expect(plan(texts(', postbackEnabled: false'), workspaceOf({})).warnings).toEqual([
      expect.stringMatching(
        /^campaign "C": goals: no conversion is sent to the traffic source: .* Ads has a postback URL$/,
      ),
    ]);
  });
});

it('buildPlan warns about macros in the files even if nothing changes', () => {
  const workspace = workspaceOf({ offers: [offer('A')] });
  const { warnings, isEmpty: isDone } = plan(
    { 'offers.yaml': '- { name: A, url: "https://example.com/" }\n' },
    workspace,
  );
  expect(isDone).toBe(true);
  expect(warnings).toEqual([expect.stringMatching(/^offer "A": url: has no \{clickid\}/)]);
  const texts = {
    'affiliate-networks.yaml': '- { name: N, clickIdParam: s1 }\n',
    'offers.yaml': '- { name: B, url: "https://example.com/", affiliateNetwork: N }\n',
    'traffic-sources.yaml': '- { name: S, postbackUrl: "https://example.com/?c={externlid}" }\n',
    'landings.yaml':
      '- { name: L, url: "https://example.com/{clikid}" }\n- { name: Old, url: "https://example.com/{clikid}", status: archived }\n',
  };
  expect(plan(texts, workspace).warnings).toEqual([
    expect.stringContaining('traffic source "S": postbackUrl: {externlid} is not a known macro'),
    expect.stringContaining('traffic source "S": postbackUrl: has no {externalid}'),
    expect.stringContaining('landing "L": url: {clikid} is not a known macro'),
  ]);
});

it('buildPlan warns about macros in the workspace settings, unless the settings are invalid', () => {
  const settingsText = (fallback: string) =>
    `format: 1\nworkspace: { timezone: UTC, currency: USD, fallbackUrl: "${fallback}" }\n`;
  const planned = (fallback: string) => plan({ 'waypost.yaml': settingsText(fallback) }, workspaceOf({}));
  expect(planned('https://example.com/{clikid}')).toMatchObject({
    warnings: [expect.stringMatching(/^workspace settings: fallbackUrl: \{clikid\}/)],
    lines: ['change workspace settings'],
  });
  expect(planned('nowhere')).toMatchObject({ warnings: [], lines: [], mistakes: [expect.any(String)] });
});
