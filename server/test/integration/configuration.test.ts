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
import { countRequests, listByCreation, readAll } from '../../src/testing/workspaces/records.ts';
import { withUnreachableTraffic } from '../../src/testing/traffic/traffic.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

type Texts = Record<string, string>;

async function exportTexts(context: WorkspaceContext, includeArchived = false): Promise<Texts> {
  return Object.fromEntries((await exportConfiguration(context, { includeArchived })).files);
}

async function importTexts(
  context: WorkspaceContext,
  texts: Texts,
  options: { planOnly?: boolean; prune?: boolean; relabelAmounts?: boolean } = {},
): Promise<DescribedPlan> {
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
  return await importConfiguration(context, { files, planOnly: false, prune: false, ...options });
}

const workspaceHeader = 'format: 1\nworkspace: { timezone: Europe/Berlin, currency: USD }\n';

/** A small configuration: one record of each type, and rules that refer to campaigns. */
const sampleFiles: Texts = {
  'waypost.yaml': workspaceHeader,
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

describe('the configuration of a random workspace', () => {
  test('is identical after export and import, and a second import changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(randomWorkspace, async (plan) => {
        const source = await makeWorkspace(database);
        const copy = await makeWorkspace(database);
        await fillWorkspace(source, plan);
        const texts = await exportTexts(source);
        const reimport = await importTexts(source, texts, { planOnly: true });
        expect(reimport.changes).toEqual([]);
        const imported = await importTexts(copy, texts);
        expect(imported.changes.filter(({ action }) => action === 'create').length).toBe(7 * plan.count);
        expect(await exportTexts(copy)).toEqual(texts);
        const entryCount = await countAudit(copy);
        expect((await importTexts(copy, texts)).changes).toEqual([]);
        expect(await countAudit(copy)).toBe(entryCount);
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
    await importTexts(context, { 'waypost.yaml': workspaceHeader, 'landings.yaml': landings });
    const exported = (await exportTexts(context))['landings.yaml'] ?? '';
    expect(exported.match(/\d+(?=\.example)/g)).toEqual(Array.from({ length: count }, (_, n) => `${n}`));
  });
});

describe('an import plan', () => {
  test('lists the changes with their differences and applies nothing', async () => {
    const context = await makeWorkspace(database);
    const entryCount = await countAudit(context);
    const plan = await importTexts(context, sampleFiles, { planOnly: true });
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
    expect(await countAudit(context)).toBe(entryCount);
    await importTexts(context, sampleFiles);
    const changed = {
      ...sampleFiles,
      'campaigns.yaml': sampleFiles['campaigns.yaml']?.replace('0.25', '0.5') ?? '',
    };
    expect(await importTexts(context, changed, { planOnly: true })).toMatchObject({
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
  test('changes records that differ and keeps path and rule IDs', async () => {
    const context = await makeWorkspace(database);
    await importTexts(context, sampleFiles);
    const [rotator] = await readAll(listRotators(context, {}));
    const before = await getRotatorRules(context, rotator?.id ?? '');
    const [campaign] = (await listCampaigns(context, {})).campaigns;
    const requests = await countRequests(context, campaign?.id ?? '');
    const heavier = sampleFiles['rotators.yaml']?.replace('weight: 30', 'weight: 40') ?? '';
    await importTexts(context, { ...sampleFiles, 'rotators.yaml': heavier });
    const after = await getRotatorRules(context, rotator?.id ?? '');
    expect(after.paths.map(({ id }) => id)).toEqual(before.paths.map(({ id }) => id));
    expect(after.rules.map(({ id }) => id)).toEqual(before.rules.map(({ id }) => id));
    expect(after.paths[0]?.offers[0]?.weight).toBe(40);
    expect(await countRequests(context, campaign?.id ?? '')).toBeGreaterThan(requests);
  });

  test('keeps records that the files do not list, and archives them on request, dependents first', async () => {
    const context = await makeWorkspace(database);
    await importTexts(context, sampleFiles);
    await createLanding(context, { name: 'Other', url: 'https://example.com/' });
    await makeCampaign(context, { name: 'Old' });
    const unpruned = await importTexts(context, sampleFiles);
    expect(unpruned.leftAlone).toBe(4);
    const pruned = await importTexts(context, sampleFiles, { prune: true });
    expect(pruned.changes.map(({ action, kind, key }) => `${action} ${kind} ${key}`)).toEqual([
      'archive campaign Old',
      'archive rotator Rotator (2)',
      'archive landing Other',
      'archive traffic source Source (2)',
    ]);
    expect((await importTexts(context, sampleFiles, { prune: true })).changes).toEqual([]);
    const { campaigns } = await listCampaigns(context, {});
    expect(campaigns.map(({ name }) => name)).toEqual(['Campaign']);
  });

  test('does not archive records that an archived rotator still uses, and warns about them', async () => {
    const context = await makeWorkspace(database);
    await importTexts(context, sampleFiles);
    const emptyFiles = Object.fromEntries(Object.keys(sampleFiles).map((name) => [name, '[]']));
    const pruned = await importTexts(
      context,
      { ...emptyFiles, 'waypost.yaml': workspaceHeader },
      { prune: true },
    );
    expect(pruned.warnings).toContainEqual(
      'landing "Page" was not archived because it is used by rotator "Rotator"',
    );
    expect((await readAll(listLandings(context, {}))).map(({ name }) => name)).toEqual(['Page']);
  });

  test.each([
    { count: 50, rest: 'mentions no others' },
    { count: 51, rest: 'counts the one that is not listed' },
  ])('lists 50 of $count errors and $rest', async ({ count }) => {
    const context = await makeWorkspace(database);
    const landings = '- { name: L, url: "ftp://example.com/" }\n'.repeat(count);
    const failure = await importTexts(context, {
      'waypost.yaml': workspaceHeader,
      'landings.yaml': landings,
    }).catch((error: Error) => error);
    const { message } = failure as Error;
    expect(message).toMatch(new RegExp(`^${count} errors in the configuration files`));
    expect(message.match(/^ {2}landings\.yaml:/gm)).toHaveLength(50);
    expect(message.includes('and 1 more')).toBe(count > 50);
  });

  test('is atomic: if a record is refused, everything is rolled back and the error names the record', async () => {
    const context = await makeWorkspace(database);
    const entryCount = await countAudit(context);
    const disabledPath =
      sampleFiles['rotators.yaml']?.replace('name: First', 'name: First, enabled: false') ?? '';
    await expect(
      importTexts(context, { ...sampleFiles, 'rotators.yaml': disabledPath }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'campaign "Campaign": campaign rotator has no publishable default stream',
    });
    expect(await countAudit(context)).toBe(entryCount);
    expect(await readAll(listLandings(context, {}))).toEqual([]);
  });

  test('reports the file and line of each problem, including unknown names', async () => {
    const context = await makeWorkspace(database);
    const texts = {
      ...sampleFiles,
      'campaigns.yaml': '- name: C\n  trafficSource: Unknown\n  rotator: Rotator\n  color: red\n',
      'offers.yaml': '- name: Main\n  url: https://example.com/\n  affiliateNetwork: Unknown\n',
    };
    const refused = importTexts(context, texts);
    await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(refused).rejects.toThrow('campaigns.yaml:4:3: color unknown field');
    await expect(refused).rejects.toThrow(
      'offers.yaml:3:3: affiliateNetwork affiliate network "Unknown" not found',
    );
  });

  test('is rejected before any change if the key of a record does not match its name and number', async () => {
    const context = await makeWorkspace(database);
    const page = (key: string) => `- name: Page\n  key: ${key}\n  url: https://example.com/\n`;
    const texts = { 'waypost.yaml': workspaceHeader, 'landings.yaml': page('Front') };
    await expect(importTexts(context, texts, { planOnly: true })).rejects.toThrow(
      'landings.yaml:2:3: key must be "Page", not "Front"',
    );
    await expect(importTexts(context, { ...texts, 'landings.yaml': page('Page (2)') })).rejects.toThrow(
      '"Page"',
    );
    await createLanding(context, { name: 'Page', url: 'https://example.com/' });
    const imported = await importTexts(context, { ...texts, 'landings.yaml': page('Page (2)') });
    expect(imported.changes).toMatchObject([{ action: 'create', key: 'Page (2)' }]);
    // Archiving the first page would change the key of the second page.
    const pruning = importTexts(context, { ...texts, 'landings.yaml': page('Page (2)') }, { prune: true });
    await expect(pruning).rejects.toThrow('key must be "Page');
  });

  test('accepts the example in the guide', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/configuration-as-code.md'), 'utf8');
    const blocks = [...guide.matchAll(/```yaml\n# (\S+\.yaml)\n([^`]*)```/g)];
    const texts = Object.fromEntries(blocks.map(([, name = '', text = '']) => [name, text]));
    expect(Object.keys(texts)).toHaveLength(8);
    const context = await makeWorkspace(database);
    const imported = await importTexts(context, texts);
    expect(imported.warnings).toEqual([expect.stringContaining('go.example.com is not verified')]);
    // The example in the guide omits the same defaults as the export.
    const withoutComments = (text: string) => text.replaceAll(/^#.*\n|^\n/gm, '');
    const exported = await exportTexts(context);
    for (const name of Object.keys(texts).filter((file) => file !== 'campaigns.yaml'))
      expect(withoutComments(exported[name] ?? '')).toBe(texts[name]);
  });

  test('can refer to records that exist only in the workspace', async () => {
    const context = await makeWorkspace(database);
    await makeCampaign(context);
    const texts = {
      'waypost.yaml': workspaceHeader,
      'campaigns.yaml': '- { name: Second, trafficSource: Source, rotator: Rotator }\n',
    };
    const imported = await importTexts(context, texts);
    expect(imported).toMatchObject({ leftAlone: 1, changes: [{ action: 'create', key: 'Second' }] });
  });

  test('attaches a domain only once it is verified, and warns until then', async () => {
    const context = await makeWorkspace(database);
    const host = `t-${context.workspaceId.slice(-12)}.example.org`;
    const campaigns = sampleFiles['campaigns.yaml']?.replace(
      '  goals',
      `  tracking: { domain: ${host} }\n  goals`,
    );
    const texts = { ...sampleFiles, 'domains.yaml': `- host: ${host}\n`, 'campaigns.yaml': campaigns ?? '' };
    const first = await importTexts(context, texts);
    expect(first.warnings).toEqual([expect.stringContaining(`the domain ${host} is not verified`)]);
    expect((await importTexts(context, texts)).changes).toEqual([]);
    const [domain] = await listByCreation(listDomains(withUnreachableTraffic(context), {}));
    await recordDomainCheck(context, domain?.id ?? '', { verified: true });
    expect(await importTexts(context, texts)).toMatchObject({ warnings: [], changes: [{ key: 'Campaign' }] });
    const [campaign] = (await listCampaigns(context, {})).campaigns;
    expect((await getCampaign(context, campaign?.id ?? '')).tracking.domainId).toBe(domain?.id);
  });

  test('does not change other workspaces', async () => {
    const [context, other] = [await makeWorkspace(database), await makeWorkspace(database)];
    await importTexts(other, sampleFiles);
    const [texts, entryCount] = [await exportTexts(other), await countAudit(other)];
    await importTexts(
      context,
      { 'waypost.yaml': workspaceHeader, 'landings.yaml': '[]', 'campaigns.yaml': '[]' },
      { prune: true },
    );
    await importTexts(context, sampleFiles);
    expect(await exportTexts(other)).toEqual(texts);
    expect(await countAudit(other)).toBe(entryCount);
  });

  test('changes the currency only if relabeling the amounts is allowed', async () => {
    const context = await makeWorkspace(database);
    const texts = { 'waypost.yaml': workspaceHeader.replace('USD', 'EUR') };
    await makeCampaign(context);
    await expect(importTexts(context, texts)).rejects.toMatchObject({ code: 'CONFLICT' });
    await importTexts(context, texts, { relabelAmounts: true });
    expect((await exportTexts(context))['waypost.yaml']).toContain('currency: EUR');
  });

  test('is applied once when the same files are imported twice concurrently', async () => {
    const context = await makeWorkspace(database);
    const results = await Promise.all([importTexts(context, sampleFiles), importTexts(context, sampleFiles)]);
    expect(new Set(results.map(({ changes }) => changes.length))).toEqual(new Set([0, 8]));
  });

  test('is allowed only for administrators and the operator', async () => {
    const context = await makeWorkspace(database);
    const { id } = await makeKey(context);
    const actor = { type: 'key', id, label: 'k', scope: 'write' } as const;
    await expect(importTexts({ ...context, actor }, sampleFiles)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(exportTexts({ ...context, actor })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test.each(['00000000-0000-7000-8000-000000000000', 'nonsense'])(
    'and an export are refused for a workspace that does not exist (%s)',
    async (workspaceId) => {
      const context = { ...(await makeWorkspace(database)), workspaceId };
      await expect(importTexts(context, sampleFiles)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(exportTexts(context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );
});

describe('archived records', () => {
  test('are exported only on request, and are imported as archived', async () => {
    const [source, copy] = [await makeWorkspace(database), await makeWorkspace(database)];
    await importTexts(source, sampleFiles);
    const old = await makeCampaign(source, { name: 'Campaign' });
    await archiveCampaign(source, old.id);
    await archiveRotator(source, old.rotatorId);
    await archiveTrafficSource(source, old.trafficSourceId);
    const { id } = await createLanding(source, { name: 'Removed', url: 'https://example.com/' });
    await archiveLanding(source, id);
    expect(Object.values(await exportTexts(source)).join('')).not.toMatch(/Removed|archived/);
    const texts = await exportTexts(source, true);
    expect(texts['landings.yaml']).toContain(
      '- name: Removed\n  url: https://example.com/\n  status: archived\n',
    );
    await importTexts(copy, texts);
    expect(await exportTexts(copy, true)).toEqual(texts);
    expect((await importTexts(copy, texts)).changes).toEqual([]);
    expect((await importTexts(source, texts)).changes).toEqual([]);
  });

  test('are restored when the files list them as active', async () => {
    const context = await makeWorkspace(database);
    await importTexts(context, sampleFiles);
    const emptyFiles = Object.fromEntries(Object.keys(sampleFiles).map((name) => [name, '[]']));
    await importTexts(context, { ...emptyFiles, 'waypost.yaml': workspaceHeader }, { prune: true });
    const again = await importTexts(context, sampleFiles);
    expect(again.changes.every(({ action }) => action === 'change')).toBe(true);
    expect((await importTexts(context, sampleFiles)).changes).toEqual([]);
  });
});
