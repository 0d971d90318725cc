import { rotatorSettingsDefaults } from '@waypost/contract/accounts/settings.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import { archiveCampaign, switchCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import {
  getCampaignSettings,
  updateCampaignSettings,
} from '../../src/services/campaigns/campaign-settings.ts';
import { getCampaign, getPanelCampaign } from '../../src/services/campaigns/campaigns.ts';
import { restoreCampaigns } from '../../src/services/campaigns/restore-campaigns.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { getGoalRules, getVersionedGoalRules } from '../../src/services/goals/goal-rules.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { getRotatorSettings, updateRotatorSettings } from '../../src/services/rotators/rotator-settings.ts';
import { updateRotator } from '../../src/services/rotators/rotators.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { archiveTrafficSource } from '../../src/services/traffic-sources/traffic-sources.ts';
import { restoreVersion } from '../../src/services/versions/restore-version.ts';
import { getVersion, listVersions } from '../../src/services/versions/versions.ts';
import { writeOnVersion } from '../../src/services/versions/write-on-version.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
  context = await makeWorkspace(database);
});

afterAll(() => database.close());

const goal = { label: 'Sale', conditions: null, actions: [{ idx: 1, label: 'Sale' }] };

describe('versions of a campaign', () => {
  test('record each change with its author and description, and are not created by an update without a change', async () => {
    const { id } = await makeCampaign(context);
    const key: WorkspaceContext = {
      ...context,
      actor: { type: 'key', id, label: 'robot', scope: 'write' },
    };
    await updateCampaign(key, id, { name: 'Other', cost: { mode: 'cpv', amount: 0.5 } });
    await updateCampaign(context, id, { name: 'Other' });
    await updateCampaignSettings(context, id, { passParameters: true });
    await saveGoalRules(context, id, { rules: [goal] });
    const versions = (await listVersions(context, 'campaign', id)).items;
    expect(versions.map(({ version, author, changes }) => [version, author.label, changes])).toEqual([
      [4, 'test', ['goal rule “Sale” added']],
      [3, 'test', ['pass parameters enabled']],
      [
        2,
        'robot',
        [
          'cost mode changed from “none” to “cpv”',
          'cost amount changed from 0 to 0.5',
          'name changed from “Campaign” to “Other”',
        ].toSorted((one, other) => versionOrder(one) - versionOrder(other)),
      ],
      [1, 'test', []],
    ]);
    const detail = await getVersion(context, { type: 'campaign', id }, '2');
    expect(detail.content).toMatchObject({
      campaign: { name: 'Other', cost: { mode: 'cpv', amount: 0.5 } },
      goals: [],
    });
    expect(detail.differences).toContainEqual({ path: 'campaign.cost.amount', before: 0, after: 0.5 });
  });

  test('also restore goal rules and settings, as one new version', async () => {
    const { id } = await makeCampaign(context);
    await saveGoalRules(context, id, { rules: [goal] });
    await updateCampaignSettings(context, id, {
      fallbackUrl: 'https://example.com/fallback',
      attributionDays: 7,
    });
    const before = {
      campaign: await getCampaign(context, id),
      settings: await getCampaignSettings(context, id),
      goals: await getGoalRules(context, id),
    };
    await updateCampaign(context, id, {
      name: 'Changed',
      country: 'DE',
      tracking: { includePrefetch: true },
    });
    await saveGoalRules(context, id, { rules: [] });
    await updateCampaignSettings(context, id, { fallbackUrl: null, attributionDays: 9 });
    await restoreVersion(context, { type: 'campaign', id }, '3');
    expect(await getCampaign(context, id)).toEqual(before.campaign);
    expect(await getCampaignSettings(context, id)).toEqual({ ...before.settings, version: 7 });
    const goals = await getGoalRules(context, id);
    expect(withoutIds(goals.rules)).toEqual(withoutIds(before.goals.rules));
    const versions = (await listVersions(context, 'campaign', id)).items;
    expect(versions.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test('cannot be restored with an archived traffic source, and nothing is changed', async () => {
    const { id, trafficSourceId } = await makeCampaign(context);
    const other = await createTrafficSource(context, { name: 'Other' });
    await updateCampaign(context, id, { trafficSourceId: other.id, name: 'New' });
    await archiveTrafficSource(context, trafficSourceId);
    await expect(restoreVersion(context, { type: 'campaign', id }, '1')).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await getCampaign(context, id)).toMatchObject({ name: 'New', trafficSourceId: other.id });
    expect((await listVersions(context, 'campaign', id)).items).toHaveLength(2);
    await archiveCampaign(context, id);
    await expect(restoreVersion(context, { type: 'campaign', id }, '2')).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('reject a change based on an older version, and report the current state and its author', async () => {
    const { id } = await makeCampaign(context);
    const change = (version: number, name: string) =>
      writeOnVersion(
        context,
        { id, version },
        {
          read: getPanelCampaign,
          write: async (within) => void (await updateCampaign(within, id, { name })),
        },
      );
    const current = await change(1, 'Theirs');
    expect(current).toMatchObject({ name: 'Theirs', version: 2 });
    await expect(change(1, 'Mine')).rejects.toMatchObject({
      code: 'CONFLICT',
      details: {
        reason: 'stale',
        version: 2,
        current,
        changedAt: expect.any(String),
        changedBy: { type: 'operator' },
        differences: ['name changed from “Campaign” to “Theirs”'],
      },
    });
    const changes = Array.from({ length: 8 }, (_, n) => change(2, `N${n}`));
    const results = await Promise.allSettled(changes);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getPanelCampaign(context, id)).toMatchObject({ version: 3 });
  });

  test('include status changes, but restoring a version keeps the status', async () => {
    const { id } = await makeCampaign(context);
    await updateCampaign(context, id, { name: 'Second' });
    await switchCampaign(context, id, 'paused');
    await archiveCampaign(context, id);
    await restoreCampaigns(context, { ids: [id] });
    const { items: versions } = await listVersions(context, 'campaign', id);
    expect(versions.map(({ changes }) => changes)).toEqual([
      ['status changed from “archived” to “paused”'],
      ['status changed from “paused” to “archived”'],
      ['status changed from “active” to “paused”'],
      ['name changed from “Campaign” to “Second”'],
      [],
    ]);
    await updateCampaign(context, id, { name: 'Third' });
    await restoreVersion(context, { type: 'campaign', id }, '4');
    expect(await getPanelCampaign(context, id)).toMatchObject({
      name: 'Second',
      status: 'paused',
      version: 7,
    });
    // Restoring a version in which the campaign was active does not resume the campaign.
    await restoreVersion(context, { type: 'campaign', id }, '1');
    expect(await getPanelCampaign(context, id)).toMatchObject({ name: 'Campaign', status: 'paused' });
  });
});

test('goal rules are saved only with the version they were read with', async () => {
  const { id } = await makeCampaign(context);
  const read = await getVersionedGoalRules(context, id);
  expect(read).toEqual({ version: 1, rules: [] });
  const save = (version: number, rules: unknown[]) =>
    writeOnVersion(
      context,
      { id, version },
      {
        read: getVersionedGoalRules,
        write: async (within) => void (await saveGoalRules(within, id, { rules })),
      },
    );
  const saved = await save(1, [goal]);
  expect(saved).toMatchObject({ version: 2, rules: [{ label: 'Sale' }] });
  expect(await getVersionedGoalRules(context, id)).toEqual(saved);
  await expect(save(1, [])).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { version: 2, current: saved, differences: ['goal rule “Sale” added'] },
  });
  expect(await getVersionedGoalRules(context, id)).toEqual(saved);
});

describe('versions of a rotator', () => {
  test('contain its name, settings and rules, and restore its paths', async () => {
    const { rotatorId } = await makeCampaign(context);
    const first = await getRotatorRules(context, rotatorId);
    const second = await saveRotatorRules(context, rotatorId, {
      ...first,
      rules: [{ name: 'R', conditions: null, paths: [{ pathId: 'new-1' }] }],
      paths: [
        ...first.paths,
        { id: 'new-1', name: 'Extra', caps: [{ limit: 5, per: 'total', counts: 'visits' }] },
      ],
    });
    await updateRotatorSettings(context, rotatorId, { sticky: true, stickyOffer: true, stickyDays: 7 });
    await updateRotator(context, rotatorId, { name: 'Renamed' });
    await saveRotatorRules(context, rotatorId, { ...first, version: 4 });
    expect(
      (await listVersions(context, 'rotator', rotatorId)).items.map(({ version, changes }) => [
        version,
        changes.length,
      ]),
    ).toEqual([
      [5, 2],
      [4, 1],
      [3, 3],
      [2, 2],
      [1, 0],
    ]);
    await restoreVersion(context, { type: 'rotator', id: rotatorId }, '2');
    const after = await getRotatorRules(context, rotatorId);
    expect(after.paths).toEqual(second.paths);
    expect(withoutIds(after.rules)).toEqual(withoutIds(second.rules));
    expect(await getRotatorSettings(context, rotatorId)).toMatchObject(rotatorSettingsDefaults);
    const [latest] = (await listVersions(context, 'rotator', rotatorId)).items;
    expect(latest?.version).toBe(after.version);
    expect(after.version).toBe(6);
    await updateRotator(context, rotatorId, { name: 'Once more' });
    await restoreVersion(context, { type: 'rotator', id: rotatorId }, '6');
    expect((await getRotatorRules(context, rotatorId)).version).toBe(8);
  });

  test('describe changes with record names', async () => {
    const { id, rotatorId } = await makeCampaign(context);
    const landing = await createLanding(context, { name: 'Quiz', url: 'https://example.com/' });
    const first = await getRotatorRules(context, rotatorId);
    const withWeight = (weight: number, version: number) => ({
      ...first,
      version,
      paths: [{ ...first.paths[0], landings: [{ landingId: landing.id, weight }] }],
    });
    await saveRotatorRules(context, rotatorId, withWeight(1, 1));
    await saveRotatorRules(context, rotatorId, withWeight(5, 2));
    const versions = (await listVersions(context, 'rotator', rotatorId)).items;
    expect(versions.map(({ changes }) => changes)).toEqual([
      ['path “Default”, landing “Quiz”: weight changed from 1 to 5'],
      ['path “Default”, landing “Quiz” added'],
      [],
    ]);
    const source = await createTrafficSource(context, { name: 'Second source' });
    await updateCampaign(context, id, { trafficSourceId: source.id });
    const [moved] = (await listVersions(context, 'campaign', id)).items;
    expect(moved?.changes).toEqual(['traffic source changed from “Source” to “Second source”']);
  });
});

describe('restoring a version', () => {
  test('creates no version and no log entry if nothing changes', async () => {
    const { id, rotatorId } = await makeCampaign(context);
    for (const record of [{ type: 'campaign', id } as const, { type: 'rotator', id: rotatorId } as const]) {
      const before = await countLogEntries(record.id);
      await restoreVersion(context, record, '1');
      expect((await listVersions(context, record.type, record.id)).items).toHaveLength(1);
      expect(await countLogEntries(record.id)).toBe(before);
    }
  });

  test('is logged with the version number', async () => {
    const { id } = await makeCampaign(context);
    await updateCampaign(context, id, { name: 'Other' });
    await restoreVersion(context, { type: 'campaign', id }, '1');
    const { items: entries } = await listAuditLog(context, { subjectId: id, action: 'campaign.put-back' });
    expect(entries).toMatchObject([
      {
        version: 3,
        details: { version: 1 },
        changes: [{ field: 'campaign.name', before: 'Other', after: 'Campaign' }],
      },
    ]);
  });
});

test('versions are listed in pages, and the last version of a page is compared with the first version of the next page', async () => {
  const { id } = await makeCampaign(context);
  for (const name of ['A', 'B', 'C', 'D']) await updateCampaign(context, id, { name });
  const page = async (cursor?: string | null) => {
    const { items, meta } = await listVersions(context, 'campaign', id, { limit: '2', cursor });
    expect(meta.total).toBe(5);
    return { changes: items.map(({ version, changes }) => [version, changes[0]]), next: meta.nextCursor };
  };
  const first = await page();
  expect(first.changes).toEqual([
    [5, 'name changed from “C” to “D”'],
    [4, 'name changed from “B” to “C”'],
  ]);
  const second = await page(first.next);
  expect(second.changes).toEqual([
    [3, 'name changed from “A” to “B”'],
    [2, 'name changed from “Campaign” to “A”'],
  ]);
  expect(await page(second.next)).toEqual({ changes: [[1, undefined]], next: null });
  const other = await makeCampaign(context);
  const foreignCursor = { limit: '2', cursor: first.next };
  await expect(listVersions(context, 'campaign', other.id, foreignCursor)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
});

async function countLogEntries(subjectId: string): Promise<number> {
  return (await listAuditLog(context, { subjectId })).items.length;
}

test('a change to any part of a rotator is rejected if it is based on an older version', async () => {
  const { rotatorId } = await makeCampaign(context);
  const withVersion = (version: number) => ({
    ...context,
    expectedVersions: new Map([[rotatorId, version]]),
  });
  await updateRotator(withVersion(1), rotatorId, { name: 'Theirs' });
  const stale = { code: 'CONFLICT', details: { reason: 'stale', stale: [{ id: rotatorId, version: 2 }] } };
  await expect(updateRotator(withVersion(1), rotatorId, { name: 'Mine' })).rejects.toMatchObject(stale);
  await expect(updateRotatorSettings(withVersion(1), rotatorId, { sticky: true })).rejects.toMatchObject(
    stale,
  );
  await updateRotatorSettings(withVersion(2), rotatorId, { sticky: true });
  expect(await getRotatorSettings(context, rotatorId)).toMatchObject({ sticky: true, version: 3 });
  const rules = await getRotatorRules(context, rotatorId);
  const paths = [{ ...rules.paths[0], name: 'Other name' }];
  await saveRotatorRules(context, rotatorId, { ...rules, paths });
  await expect(saveRotatorRules(context, rotatorId, { ...rules, paths: [] })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  for (const version of [3, 77])
    await expect(saveRotatorRules(context, rotatorId, { ...rules, version })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'stale', stale: [{ id: rotatorId, version: 4 }] },
    });
});

test('versions of other workspaces, other record types and unknown numbers are not found', async () => {
  const { id, rotatorId } = await makeCampaign(await makeWorkspace(database));
  const own = await makeCampaign(context);
  const missing = { code: 'NOT_FOUND' };
  await expect(listVersions(context, 'campaign', id)).rejects.toMatchObject(missing);
  await expect(listVersions(context, 'campaign', own.rotatorId)).rejects.toMatchObject(missing);
  await expect(getVersion(context, { type: 'rotator', id: rotatorId }, '1')).rejects.toMatchObject(missing);
  for (const version of ['0', '2', '1.0', 'x', '01'])
    await expect(getVersion(context, { type: 'campaign', id: own.id }, version)).rejects.toMatchObject(
      missing,
    );
  await expect(restoreVersion(context, { type: 'campaign', id }, '1')).rejects.toMatchObject(missing);
});

function withoutIds(rules: { id: string }[]): unknown[] {
  return rules.map((rule) => ({ ...rule, id: '' }));
}

/** Returns the position of a change. PostgreSQL sorts JSONB keys by length, then alphabetically. */
function versionOrder(change: string): number {
  return ['cost mode', 'cost amount', 'name'].findIndex((field) => change.startsWith(field));
}
