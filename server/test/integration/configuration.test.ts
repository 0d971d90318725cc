import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { archiveCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import { getCampaign, listCampaigns } from '../../src/services/campaigns/campaigns.ts';
import type { DescribedPlan } from '../../src/services/configuration/describe-plan.ts';
import { exportConfiguration } from '../../src/services/configuration/export-configuration.ts';
import { importConfiguration } from '../../src/services/configuration/import-configuration.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { listDomains } from '../../src/services/domains/domains.ts';
import { recordDomainCheck } from '../../src/services/domains/record-domain-check.ts';
import { archiveLanding, createLanding, listLandings } from '../../src/services/landings/landings.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { archiveRotator, listRotators } from '../../src/services/rotators/rotators.ts';
import { archiveTrafficSource } from '../../src/services/traffic-sources/traffic-sources.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { fillWorkspace, randomWorkspace } from '../../src/testing/workspaces/random-workspace.ts';
import { countRequests, itemsOf, readAll } from '../../src/testing/workspaces/records.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

type Texts = Record<string, string>;

async function exportTexts(context: WorkspaceContext, includeArchived = false): Promise<Texts> {
  return Object.fromEntries((await exportConfiguration(context, { includeArchived })).files);
}

async function run(
  context: WorkspaceContext,
  texts: Texts,
  options: { planOnly?: boolean; prune?: boolean } = {},
): Promise<DescribedPlan> {
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
  return await importConfiguration(context, { files, planOnly: false, prune: false, ...options });
}

const head = 'format: 1\nworkspace: { timezone: Europe/Berlin, currency: USD }\n';

/** A small folder: one of each, and rules that speak of campaigns. */
const small: Texts = {
  'waypost.yaml': head,
  'affiliate-networks.yaml': '- name: Network\n',
  'traffic-sources.yaml': '- name: Source\n',
  'landings.yaml': '- { name: Page, url: "https://example.com/" }\n',
  'offers.yaml': [
    '- { name: Main, url: "https://example.com/o?c={clickid}", affiliateNetwork: Network, dailyCap: { limit: 5, counts: clicks, overflowOffer: Spare } }',
    '- { name: Spare, url: "https://example.com/s?c={clickid}", caps: [{ limit: 5, per: day, counts: clicks }, { limit: 9, per: total, counts: conversions }], overflowOffer: Main }',
  ].join('\n'),
  'rotators.yaml': [
    '- name: Rotator',
    '  paths:',
    '    - { name: First, landings: [{ landing: Page }], offers: [{ offer: Main, weight: 30 }] }',
    '    - { name: Second, enabled: false }',
    '  rules:',
    '    - { name: Own, conditions: { field: campaign, op: is, values: [Campaign] }, paths: [{ path: First }] }',
    '    - { name: Some, conditions: { field: country, op: is, values: [DE] }, paths: [{ path: First }, { path: Second }] }',
  ].join('\n'),
  'domains.yaml': '- host: track.example.org\n',
  'campaigns.yaml': [
    '- name: Campaign',
    '  trafficSource: Source',
    '  rotator: Rotator',
    '  cost: { mode: cpv, amount: 0.25 }',
    '  goals:',
    '    - { label: Sale, conditions: { field: offer, op: is, values: [Main] }, actions: [{ idx: 1, label: Sale }] }',
  ].join('\n'),
};

async function countAudit(context: WorkspaceContext): Promise<number> {
  const entries = await database.inWorkspace(context.workspaceId, (executor) =>
    listAuditEntries(executor, context.workspaceId),
  );
  return entries.length;
}

describe('any workspace', () => {
  test('comes out byte for byte after a round trip, and a second import finds nothing to do', async () => {
    await fc.assert(
      fc.asyncProperty(randomWorkspace, async (plan) => {
        const origin = await makeWorkspace(database);
        const copy = await makeWorkspace(database);
        await fillWorkspace(origin, plan);
        const texts = await exportTexts(origin);
        const atHome = await run(origin, texts, { planOnly: true });
        expect(atHome.changes).toEqual([]);
        const done = await run(copy, texts);
        expect(done.changes.filter(({ action }) => action === 'create').length).toBe(7 * plan.count);
        expect(await exportTexts(copy)).toEqual(texts);
        const lines = await countAudit(copy);
        expect((await run(copy, texts)).changes).toEqual([]);
        expect(await countAudit(copy)).toBe(lines);
      }),
      { numRuns: rounds(4, 100) },
    );
  }, 600_000);
});

describe('records with the same name', () => {
  test('keep their order if they are imported within one millisecond', async () => {
    const count = 12;
    const landings = Array.from({ length: count }, (_, n) =>
      n === 0
        ? '- { name: A, url: "https://0.example/" }'
        : `- { key: "A (${n + 1})", name: A, url: "https://${n}.example/" }`,
    ).join('\n');
    const now = new Date();
    const context = { ...(await makeWorkspace(database)), now: () => now };
    await run(context, { 'waypost.yaml': head, 'landings.yaml': landings });
    const exported = (await exportTexts(context))['landings.yaml'] ?? '';
    expect(exported.match(/\d+(?=\.example)/g)).toEqual(Array.from({ length: count }, (_, n) => `${n}`));
  });
});

describe('a plan', () => {
  test('says what would be done, with the differences, and changes nothing', async () => {
    const context = await makeWorkspace(database);
    const lines = await countAudit(context);
    const plan = await run(context, small, { planOnly: true });
    expect(plan).toMatchObject({ applied: false, unchanged: 0, leftAlone: 0, warnings: [] });
    expect(plan.changes.map(({ action, kind, key }) => `${action} ${kind} ${key}`)).toEqual([
      'create affiliate network Network',
      'create traffic source Source',
      'create landing Page',
      'create offer Main',
      'create offer Spare',
      'create rotator Rotator',
      'create domain track.example.org',
      'create campaign Campaign',
    ]);
    expect(await countAudit(context)).toBe(lines);
    await run(context, small);
    const changed = { ...small, 'campaigns.yaml': small['campaigns.yaml']?.replace('0.25', '0.5') ?? '' };
    expect(await run(context, changed, { planOnly: true })).toMatchObject({
      unchanged: 7,
      changes: [
        {
          action: 'change',
          kind: 'campaign',
          key: 'Campaign',
          differences: [{ field: 'cost.amount', before: 0.25, after: 0.5 }],
        },
      ],
    });
  });
});

describe('an import', () => {
  test('changes what differs and keeps ids of paths and rules', async () => {
    const context = await makeWorkspace(database);
    await run(context, small);
    const [rotator] = await readAll(listRotators(context, {}));
    const before = await getRotatorRules(context, rotator?.id ?? '');
    const [campaign] = (await listCampaigns(context, {})).campaigns;
    const requests = await countRequests(context, campaign?.id ?? '');
    const more = small['rotators.yaml']?.replace('weight: 30', 'weight: 40') ?? '';
    await run(context, { ...small, 'rotators.yaml': more });
    const after = await getRotatorRules(context, rotator?.id ?? '');
    expect(after.paths.map(({ id }) => id)).toEqual(before.paths.map(({ id }) => id));
    expect(after.rules.map(({ id }) => id)).toEqual(before.rules.map(({ id }) => id));
    expect(after.paths[0]?.offers[0]?.weight).toBe(40);
    expect(await countRequests(context, campaign?.id ?? '')).toBeGreaterThan(requests);
  });

  test('leaves alone what files do not speak of, and archives it on request, users first', async () => {
    const context = await makeWorkspace(database);
    await run(context, small);
    await createLanding(context, { name: 'Other', url: 'https://example.com/' });
    await makeCampaign(context, { name: 'Old' });
    const kept = await run(context, small);
    expect(kept.leftAlone).toBe(4);
    const pruned = await run(context, small, { prune: true });
    expect(pruned.changes.map(({ action, kind, key }) => `${action} ${kind} ${key}`)).toEqual([
      'archive campaign Old',
      'archive rotator Rotator (2)',
      'archive landing Other',
      'archive traffic source Source (2)',
    ]);
    expect((await run(context, small, { prune: true })).changes).toEqual([]);
    const { campaigns } = await listCampaigns(context, {});
    expect(campaigns.map(({ name }) => name)).toEqual(['Campaign']);
  });

  test('keeps what a rotator that it archives still holds, and says so', async () => {
    const context = await makeWorkspace(database);
    await run(context, small);
    const nothing = Object.fromEntries(Object.keys(small).map((name) => [name, '[]']));
    const pruned = await run(context, { ...nothing, 'waypost.yaml': head }, { prune: true });
    expect(pruned.warnings).toContainEqual(
      'landing "Page" was not archived because it is used by rotator "Rotator"',
    );
    expect((await readAll(listLandings(context, {}))).map(({ name }) => name)).toEqual(['Page']);
  });

  test('is all or nothing: a refusal in the middle leaves no trace and names the record', async () => {
    const context = await makeWorkspace(database);
    const lines = await countAudit(context);
    const disabled = small['rotators.yaml']?.replace('name: First', 'name: First, enabled: false') ?? '';
    await expect(run(context, { ...small, 'rotators.yaml': disabled })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'campaign "Campaign": campaign rotator has no publishable default stream',
    });
    expect(await countAudit(context)).toBe(lines);
    expect(await readAll(listLandings(context, {}))).toEqual([]);
  });

  test('names file and line of what is wrong, of names that lead nowhere too', async () => {
    const context = await makeWorkspace(database);
    const texts = {
      ...small,
      'campaigns.yaml': '- name: C\n  trafficSource: Nobody\n  rotator: Rotator\n  color: red\n',
      'offers.yaml': '- name: Main\n  url: https://example.com/\n  affiliateNetwork: Nobody\n',
    };
    const refused = run(context, texts);
    await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(refused).rejects.toThrow('campaigns.yaml:4:3: color unknown field');
    await expect(refused).rejects.toThrow(
      'offers.yaml:3:3: affiliateNetwork affiliate network "Nobody" not found',
    );
  });

  test('is refused where a key is not what the record would be called, before anything is done', async () => {
    const context = await makeWorkspace(database);
    const page = (key: string) => `- name: Page\n  key: ${key}\n  url: https://example.com/\n`;
    const texts = { 'waypost.yaml': head, 'landings.yaml': page('Front') };
    await expect(run(context, texts, { planOnly: true })).rejects.toThrow(
      'landings.yaml:2:3: key must be "Page", not "Front"',
    );
    await expect(run(context, { ...texts, 'landings.yaml': page('Page (2)') })).rejects.toThrow('"Page"');
    await createLanding(context, { name: 'Page', url: 'https://example.com/' });
    const done = await run(context, { ...texts, 'landings.yaml': page('Page (2)') });
    expect(done.changes).toMatchObject([{ action: 'create', key: 'Page (2)' }]);
  });

  test('of the example in the guide works', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/configuration-as-code.md'), 'utf8');
    const blocks = [...guide.matchAll(/```yaml\n# (\S+\.yaml)\n([^`]*)```/g)];
    const texts = Object.fromEntries(blocks.map(([, name = '', text = '']) => [name, text]));
    expect(Object.keys(texts)).toHaveLength(8);
    const context = await makeWorkspace(database);
    const done = await run(context, texts);
    expect(done.warnings).toEqual([expect.stringContaining('go.example.com is not verified')]);
    // What export leaves out, the guide leaves out too.
    const withoutComments = (text: string) => text.replaceAll(/^#.*\n|^\n/gm, '');
    const exported = await exportTexts(context);
    for (const name of Object.keys(texts).filter((file) => file !== 'campaigns.yaml'))
      expect(withoutComments(exported[name] ?? '')).toBe(texts[name]);
  });

  test('may refer to records that are only in the workspace', async () => {
    const context = await makeWorkspace(database);
    await makeCampaign(context);
    const texts = {
      'waypost.yaml': head,
      'campaigns.yaml': '- { name: Second, trafficSource: Source, rotator: Rotator }\n',
    };
    const done = await run(context, texts);
    expect(done).toMatchObject({ leftAlone: 1, changes: [{ action: 'create', key: 'Second' }] });
  });

  test('attaches no domain that is not verified, says so, and does once it is', async () => {
    const context = await makeWorkspace(database);
    const host = `t-${context.workspaceId.slice(-12)}.example.org`;
    const campaigns = small['campaigns.yaml']?.replace('  goals', `  tracking: { domain: ${host} }\n  goals`);
    const texts = { ...small, 'domains.yaml': `- host: ${host}\n`, 'campaigns.yaml': campaigns ?? '' };
    const first = await run(context, texts);
    expect(first.warnings).toEqual([expect.stringContaining(`the domain ${host} is not verified`)]);
    expect((await run(context, texts)).changes).toEqual([]);
    const [domain] = await itemsOf(listDomains(context, {}));
    await recordDomainCheck(context, domain?.id ?? '', { verified: true });
    expect(await run(context, texts)).toMatchObject({ warnings: [], changes: [{ key: 'Campaign' }] });
    const [campaign] = (await listCampaigns(context, {})).campaigns;
    expect((await getCampaign(context, campaign?.id ?? '')).tracking.domainId).toBe(domain?.id);
  });

  test('does not touch other workspaces', async () => {
    const [context, stranger] = [await makeWorkspace(database), await makeWorkspace(database)];
    await run(stranger, small);
    const [texts, lines] = [await exportTexts(stranger), await countAudit(stranger)];
    await run(
      context,
      { 'waypost.yaml': head, 'landings.yaml': '[]', 'campaigns.yaml': '[]' },
      { prune: true },
    );
    await run(context, small);
    expect(await exportTexts(stranger)).toEqual(texts);
    expect(await countAudit(stranger)).toBe(lines);
  });

  test('happens once where two come together', async () => {
    const context = await makeWorkspace(database);
    const both = await Promise.all([run(context, small), run(context, small)]);
    expect(new Set(both.map(({ changes }) => changes.length))).toEqual(new Set([0, 8]));
  });

  test('is for administrators and the operator only', async () => {
    const context = await makeWorkspace(database);
    const { id } = await makeKey(context);
    const actor = { type: 'key', id, label: 'k', scope: 'write' } as const;
    await expect(run({ ...context, actor }, small)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(exportTexts({ ...context, actor })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test.each(['00000000-0000-7000-8000-000000000000', 'nonsense'])(
    'of or into a workspace that does not exist (%s) is refused',
    async (workspaceId) => {
      const context = { ...(await makeWorkspace(database)), workspaceId };
      await expect(run(context, small)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(exportTexts(context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );
});

describe('archived records', () => {
  test('are left out, or come out and go in as archived ones', async () => {
    const [origin, copy] = [await makeWorkspace(database), await makeWorkspace(database)];
    await run(origin, small);
    const old = await makeCampaign(origin, { name: 'Campaign' });
    await archiveCampaign(origin, old.id);
    await archiveRotator(origin, old.rotatorId);
    await archiveTrafficSource(origin, old.trafficSourceId);
    const { id } = await createLanding(origin, { name: 'Gone', url: 'https://example.com/' });
    await archiveLanding(origin, id);
    expect(Object.values(await exportTexts(origin)).join('')).not.toMatch(/Gone|archived/);
    const texts = await exportTexts(origin, true);
    expect(texts['landings.yaml']).toContain(
      '- name: Gone\n  url: https://example.com/\n  status: archived\n',
    );
    await run(copy, texts);
    expect(await exportTexts(copy, true)).toEqual(texts);
    expect((await run(copy, texts)).changes).toEqual([]);
    expect((await run(origin, texts)).changes).toEqual([]);
  });

  test('are restored where the files have them active', async () => {
    const context = await makeWorkspace(database);
    await run(context, small);
    const nothing = Object.fromEntries(Object.keys(small).map((name) => [name, '[]']));
    await run(context, { ...nothing, 'waypost.yaml': head }, { prune: true });
    const again = await run(context, small);
    expect(again.changes.every(({ action }) => action === 'change')).toBe(true);
    expect((await run(context, small)).changes).toEqual([]);
  });
});
