import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { archiveCampaign, archiveCampaigns } from '../../src/services/campaigns/archive-campaigns.ts';
import { getCampaign, listCampaignPage, listCampaigns } from '../../src/services/campaigns/campaigns.ts';
import { createCampaign } from '../../src/services/campaigns/create-campaign.ts';
import { restoreCampaigns } from '../../src/services/campaigns/restore-campaigns.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { duplicateCampaign } from '../../src/services/goals/duplicate-campaign.ts';
import { createRotator } from '../../src/services/rotators/create-rotator.ts';
import { getRotator } from '../../src/services/rotators/rotators.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import {
  archiveTrafficSource,
  restoreTrafficSources,
} from '../../src/services/traffic-sources/traffic-sources.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { withUnreachableTraffic } from '../../src/testing/traffic/traffic.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

const unknownId = '00000000-0000-7000-8000-000000000000';

async function archiveRotatorRow(context: WorkspaceContext, id: string, status = 'archived'): Promise<void> {
  await database.inWorkspace(context.workspaceId, (executor) =>
    sql`UPDATE rotators SET status = ${status} WHERE id = ${id}`.execute(executor),
  );
}

async function addDomain(context: WorkspaceContext, verification: string): Promise<string> {
  const { rows } = await database.inWorkspace(context.workspaceId, (executor) =>
    sql<{ id: string }>`
      INSERT INTO domains (id, workspace_id, host, verification, checked_at, created_at, updated_at)
      VALUES (gen_random_uuid(), ${context.workspaceId}, gen_random_uuid()::text || '.example.com', ${verification},
        CASE WHEN ${verification} <> 'pending' THEN now() END, now(), now()) RETURNING id`.execute(executor),
  );
  return rows[0]?.id ?? '';
}

describe('a new campaign', () => {
  test('with only the required fields has the defaults and is queued for publishing', async () => {
    const context = await makeWorkspace(database);
    const source = await createTrafficSource(context, { name: 'Push' });
    const rotator = await createRotator(context, { name: 'Main' });
    const { campaign, publish } = await createCampaign(context, {
      name: ' First ',
      trafficSourceId: source.id.toUpperCase(),
      destination: { mode: 'use_rotator', rotatorId: rotator.id },
    });
    expect(campaign).toEqual({
      id: expect.any(String),
      name: 'First',
      displayName: 'Push - Global - First',
      status: 'active',
      trafficSourceId: source.id,
      country: null,
      cost: { mode: 'none', amount: 0 },
      tracking: { method: 'redirect', domainId: null, includePrefetch: false },
      destination: { type: 'rotator', rotatorId: rotator.id },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(publish).toEqual({ status: 'queued' });
    expect(await getCampaign(context, campaign.id)).toEqual(campaign);
  });

  test('keeps all given values, including amounts with six decimals', async () => {
    const context = await makeWorkspace(database);
    const { trafficSourceId, rotatorId } = await makeCampaign(context);
    const domainId = await addDomain(context, 'verified');
    const { campaign } = await createCampaign(context, {
      name: 'Full',
      trafficSourceId,
      country: 'de',
      cost: { mode: 'cpv', amount: 999_999_999.123456 },
      tracking: { method: 'direct', domainId, includePrefetch: true },
      destination: { mode: 'use_rotator', rotatorId, type: 'rotator' },
      status: 'paused',
    });
    expect(campaign).toMatchObject({
      displayName: 'Source - DE - Full',
      status: 'paused',
      country: 'DE',
      cost: { mode: 'cpv', amount: 999_999_999.123456 },
      tracking: { method: 'direct', domainId, includePrefetch: true },
    });
    expect(await getCampaign(context, campaign.id)).toEqual(campaign);
  });

  test('is refused with NOT_FOUND for an unknown or foreign reference and with CONFLICT for one in the wrong state', async () => {
    const context = await makeWorkspace(database);
    const foreign = await makeCampaign(await makeWorkspace(database));
    const own = await makeCampaign(context);
    const pending = await addDomain(context, 'pending');
    const attempt = (change: { source?: string; rotator?: string; domain?: string }) =>
      createCampaign(context, {
        name: 'X',
        trafficSourceId: change.source ?? own.trafficSourceId,
        tracking: { domainId: change.domain ?? null },
        destination: { mode: 'use_rotator', rotatorId: change.rotator ?? own.rotatorId },
      });
    const missing = { code: 'NOT_FOUND', details: {} };
    for (const source of [unknownId, foreign.trafficSourceId])
      await expect(attempt({ source })).rejects.toMatchObject({ ...missing, message: /traffic source/ });
    for (const rotator of [unknownId, foreign.rotatorId])
      await expect(attempt({ rotator })).rejects.toMatchObject({ ...missing, message: /rotator/ });
    await expect(attempt({ domain: unknownId })).rejects.toMatchObject({ ...missing, message: /domain/ });
    await expect(attempt({ domain: pending })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { blocked: [{ type: 'domain', id: pending, by: [] }] },
    });
    await archiveRotatorRow(context, own.rotatorId);
    await expect(attempt({})).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'campaign rotator has no publishable default stream',
      details: { blocked: [{ type: 'rotator', id: own.rotatorId, name: 'Rotator', by: [] }] },
    });
    // Missing references are reported before references to records in the wrong state.
    await expect(attempt({ source: unknownId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a campaign update', () => {
  test('changes only the given fields and publishes them in the same transaction', async () => {
    const context = await makeWorkspace(database);
    const { id } = await makeCampaign(context);
    const before = await getCampaign(context, id);
    const costModel = await updateCampaign(context, id, { cost: { mode: 'cpm' } });
    expect(costModel).toEqual({
      campaign: { ...before, cost: { mode: 'cpm', amount: 0 } },
      publish: { status: 'published' },
    });
    const costAmount = await updateCampaign(context, id, {
      cost: { amount: 0.5 },
      tracking: { includePrefetch: true },
    });
    expect(costAmount.campaign).toEqual({
      ...before,
      cost: { mode: 'cpm', amount: 0.5 },
      tracking: { ...before.tracking, includePrefetch: true },
    });
    const renamed = await updateCampaign(context, id, {
      ...costAmount.campaign,
      name: 'Other',
      status: 'paused',
    });
    expect(renamed.campaign).toEqual({
      ...costAmount.campaign,
      name: 'Other',
      displayName: 'Source - Global - Other',
      status: 'paused',
    });
    const reset = await updateCampaign(context, id, { cost: null, tracking: null });
    expect(reset.campaign).toMatchObject({ cost: before.cost, tracking: before.tracking });
    expect(await getCampaign(context, id)).toEqual(reset.campaign);
  });

  test('of the traffic source changes the display name, and afterward only the previous source can be archived', async () => {
    const context = await makeWorkspace(database);
    const { id, trafficSourceId } = await makeCampaign(context);
    const other = await createTrafficSource(context, { name: 'Other source' });
    const { campaign } = await updateCampaign(context, id, { trafficSourceId: other.id });
    expect(campaign).toMatchObject({
      trafficSourceId: other.id,
      displayName: 'Other source - Global - Campaign',
    });
    await archiveTrafficSource(context, trafficSourceId);
    await expect(archiveTrafficSource(context, other.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: {
        blocked: [
          {
            type: 'traffic-source',
            id: other.id,
            name: 'Other source',
            by: [{ type: 'campaign', id, name: 'Campaign' }],
          },
        ],
        blockedCampaignIds: [id],
      },
    });
  });

  test.each<[change: unknown, path: string]>([
    [{ status: 'archived' }, 'status'],
    [{ cost: { mode: 'revshare', amount: 1.5 } }, 'cost.amount'],
    [{ cost: { amount: 0.1234567 } }, 'cost.amount'],
    [{ cost: { amount: -1 } }, 'cost.amount'],
    [{ cost: { mode: 'cpx' } }, 'cost.mode'],
    [{ tracking: { method: 'pixel' } }, 'tracking.method'],
    [{ destination: { mode: 'direct' } }, 'destination.mode'],
    [{ destination: { rotatorId: 'x' } }, 'destination.rotatorId'],
    [{ name: null }, 'name'],
    [{ destination: { surprise: 1 } }, 'destination.surprise'],
  ])('with %j is rejected with an issue at %s', async (change, path) => {
    const context = await makeWorkspace(database);
    const { id } = await makeCampaign(context);
    await expect(updateCampaign(context, id, change)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { issues: [{ path }] },
    });
  });

  test("of the cost model is rejected when the existing amount exceeds the new model's limit", async () => {
    const context = await makeWorkspace(database);
    const { id } = await makeCampaign(context);
    await updateCampaign(context, id, { cost: { mode: 'cpa', amount: 20 } });
    await expect(updateCampaign(context, id, { cost: { mode: 'revshare' } })).rejects.toMatchObject({
      details: { issues: [{ path: 'cost.amount' }] },
    });
    await updateCampaign(context, id, { cost: { mode: 'revshare', amount: 1 } });
    expect(await getCampaign(context, id)).toMatchObject({ cost: { mode: 'revshare', amount: 1 } });
  });

  test('of an archived campaign is refused with CONFLICT, even with its current status', async () => {
    const context = await makeWorkspace(database);
    const { id } = await makeCampaign(context);
    await archiveCampaign(context, id);
    for (const change of [{ name: 'x' }, { ...(await getCampaign(context, id)) }])
      await expect(updateCampaign(context, id, change)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('to a rotator that cannot be published is refused, and the error names the campaign and the rotator', async () => {
    const context = await makeWorkspace(database);
    const { id, rotatorId } = await makeCampaign(context);
    const other = await createRotator(context, { name: 'Archived' });
    await archiveRotatorRow(context, other.id);
    await expect(updateCampaign(context, id, { destination: { rotatorId: other.id } })).rejects.toMatchObject(
      {
        code: 'CONFLICT',
        details: {
          blocked: [{ type: 'campaign', id, by: [{ type: 'rotator', id: other.id, name: 'Archived' }] }],
          blockedCampaignIds: [id],
        },
      },
    );
    expect(await getCampaign(context, id)).toMatchObject({ destination: { rotatorId } });
  });

  test('of another field succeeds even if domain verification has failed', async () => {
    const context = await makeWorkspace(database);
    const { id } = await makeCampaign(context);
    const domainId = await addDomain(context, 'verified');
    await updateCampaign(context, id, { tracking: { domainId } });
    await database.inWorkspace(context.workspaceId, (executor) =>
      sql`UPDATE domains SET verification = 'failed', check_error = 'gone' WHERE id = ${domainId}`.execute(
        executor,
      ),
    );
    const { campaign } = await updateCampaign(context, id, { name: 'Renamed', tracking: { domainId } });
    expect(campaign).toMatchObject({ name: 'Renamed', tracking: { domainId } });
  });
});

describe('campaign lists', () => {
  test('are newest first, limited, filtered by name and IDs, and omit archived campaigns by default', async () => {
    const context = await makeWorkspace(database);
    const { trafficSourceId, rotatorId } = await makeCampaign(context, { name: '100% a' });
    const ids = [(await listCampaigns(context, {})).campaigns[0]?.id ?? ''];
    for (const name of ['100%_b', 'C', 'D'])
      ids.unshift((await makeCampaign(context, { trafficSourceId, rotatorId, name })).id);
    const list = async (filter: Record<string, string>) => {
      const { campaigns, meta } = await listCampaigns(context, filter);
      expect(meta.count).toBe(campaigns.length);
      return campaigns.map(({ id }) => id);
    };
    expect(await list({})).toEqual(ids);
    expect(await list({ limit: '2' })).toEqual(ids.slice(0, 2));
    expect(await list({ query: '100%' })).toEqual(ids.slice(2));
    expect(await list({ q: '%_B' })).toEqual([ids[2]]);
    expect(await list({ ids: [ids[3], ids[0], unknownId].join(','), limit: '1' })).toEqual([ids[0]]);
    await archiveCampaigns(context, { ids: [ids[0], ids[1], ids[0]] });
    expect(await list({})).toEqual(ids.slice(2));
    expect(await list({ includeArchived: '1' })).toEqual(ids);
    expect((await listCampaigns(context, {})).meta).toEqual({ limit: 100, count: 2 });
    expect(await list({ ids: ids[0] ?? '' })).toEqual([]);
  });
});

describe('requests that archive or restore campaigns', () => {
  test('apply to all given campaigns or none, count distinct IDs and log only actual changes', async () => {
    const context = await makeWorkspace(database);
    const { id, trafficSourceId, rotatorId } = await makeCampaign(context);
    const other = await makeCampaign(context, { trafficSourceId, rotatorId });
    for (const operation of [archiveCampaigns, restoreCampaigns]) {
      await expect(operation(context, { ids: [id, unknownId] })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        details: { missing: [unknownId] },
      });
    }
    expect(await archiveCampaigns(context, { ids: [id, other.id, id.toUpperCase()] })).toEqual({
      archived: 2,
    });
    expect(await archiveCampaigns(context, { ids: [id] })).toEqual({ archived: 1 });
    await archiveTrafficSource(context, trafficSourceId);
    await archiveRotatorRow(context, rotatorId);
    const blocked = (await Promise.allSettled([restoreCampaigns(context, { ids: [id, other.id] })]))[0];
    expect(blocked).toMatchObject({
      reason: {
        code: 'CONFLICT',
        message: 'campaign rotator has no publishable default stream',
        details: {
          blocked: expect.arrayContaining([
            {
              type: 'campaign',
              id,
              name: 'Campaign',
              by: [
                { type: 'rotator', id: rotatorId, name: 'Rotator' },
                { type: 'traffic-source', id: trafficSourceId, name: 'Source' },
              ],
            },
          ]),
          blockedCampaignIds: [id, other.id].toSorted(),
        },
      },
    });
    await archiveRotatorRow(context, rotatorId, 'active');
    await expect(restoreCampaigns(context, { ids: [id] })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The traffic source is archived',
    });
    await restoreTrafficSources(context, { ids: [trafficSourceId] });
    expect(await restoreCampaigns(context, { ids: [id, other.id, id] })).toEqual({
      restored: 2,
      runtimePendingIds: [id, other.id],
      runtimePublishedIds: [],
    });
    expect(await restoreCampaigns(context, { ids: [id] })).toMatchObject({ restored: 1 });
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    expect(
      entries
        .filter((entry) => entry.subjectId === id)
        .map((entry) => entry.action)
        .toReversed(),
    ).toEqual(['campaign.create', 'campaign.archive', 'campaign.restore']);
  });

  test('restore each campaign to its previous status unless a status is given', async () => {
    const context = await makeWorkspace(database);
    const [active, paused] = [await makeCampaign(context), await makeCampaign(context)];
    const ids = [active.id, paused.id];
    await updateCampaign(context, paused.id, { status: 'paused' });
    const states = async () =>
      await Promise.all(ids.map(async (id) => (await getCampaign(context, id)).status));
    for (const [given, expected] of [
      [undefined, ['active', 'paused']],
      // Archiving and restoring a second time gives the same result.
      [undefined, ['active', 'paused']],
      ['paused', ['paused', 'paused']],
      ['active', ['active', 'active']],
    ] as const) {
      await archiveCampaigns(context, { ids });
      expect(await states()).toEqual(['archived', 'archived']);
      await restoreCampaigns(context, { ids }, { status: given });
      expect(await states()).toEqual(expected);
    }
  });

  test('log the status that a campaign had before it was archived', async () => {
    const context = await makeWorkspace(database);
    const { id } = await makeCampaign(context);
    await updateCampaign(context, id, { status: 'paused' });
    await archiveCampaign(context, id);
    await restoreCampaigns(context, { ids: [id] });
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    expect(entries.slice(0, 2).map(({ changes }) => changes)).toEqual([
      [{ field: 'status', before: 'archived', after: 'paused' }],
      [{ field: 'status', before: 'paused', after: 'archived' }],
    ]);
  });
});

test('concurrent changes to the traffic source are applied one after another', async () => {
  const context = await makeWorkspace(database);
  const { id } = await makeCampaign(context);
  const sources = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => (await createTrafficSource(context, { name: `S${n}` })).id),
  );
  const changes = sources.map((trafficSourceId) => updateCampaign(context, id, { trafficSourceId }));
  const results = await Promise.all(changes);
  expect(results.map(({ campaign }) => campaign.trafficSourceId)).toEqual(sources);
});

describe('a duplicated campaign', () => {
  const campaignsUsing = async (context: WorkspaceContext, rotatorId: string) =>
    (await listCampaignPage(withUnreachableTraffic(context), { rotatorId })).items
      .map(({ id }) => id)
      .toSorted();

  test("shares the original's rotator and is paused regardless of the original's status", async () => {
    const context = await makeWorkspace(database);
    const { id, rotatorId } = await makeCampaign(context);
    await expect(duplicateCampaign(context, id, {})).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const copy = await duplicateCampaign(context, id, { rotator: 'share' });
    expect(await getCampaign(context, copy.id)).toMatchObject({
      name: 'Campaign (copy)',
      status: 'paused',
      destination: { rotatorId },
    });
    expect(await campaignsUsing(context, rotatorId)).toEqual([id, copy.id].toSorted());
  });

  test('has a copy of the rotator, and the given name and status', async () => {
    const context = await makeWorkspace(database);
    const { id, rotatorId } = await makeCampaign(context);
    const given = { rotator: 'copy', name: 'Separate', status: 'active' };
    const copy = await getCampaign(context, (await duplicateCampaign(context, id, given)).id);
    expect(copy).toMatchObject({ name: 'Separate', status: 'active' });
    expect(copy.destination.rotatorId).not.toBe(rotatorId);
    expect(await getRotator(context, copy.destination.rotatorId)).toMatchObject({ name: 'Separate' });
    expect(await campaignsUsing(context, rotatorId)).toEqual([id]);
    expect(await campaignsUsing(context, copy.destination.rotatorId)).toEqual([copy.id]);
  });

  test("cannot be created from another workspace's campaign", async () => {
    const [own, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
    const { id } = await makeCampaign(own);
    await expect(duplicateCampaign(foreign, id, { rotator: 'copy' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
