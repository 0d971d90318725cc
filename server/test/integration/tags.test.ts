import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import { getCampaign } from '../../src/services/campaigns/campaigns.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { duplicateCampaign } from '../../src/services/goals/duplicate-campaign.ts';
import { archiveOffer, listOffers } from '../../src/services/offers/offers.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { updateOffer } from '../../src/services/offers/update-offer.ts';
import { search } from '../../src/services/search/search.ts';
import { changeTags, getUsedTags } from '../../src/services/tags/tags.ts';
import { restoreVersion } from '../../src/services/versions/restore-version.ts';
import { getVersion, listVersions } from '../../src/services/versions/versions.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(() => database.close());

const makeOffer = async (context: WorkspaceContext, name: string) =>
  (await createOffer(context, { name, url: 'https://offer.example/' })).id;

const tag = (
  context: WorkspaceContext,
  records: { id: string; version: number }[],
  change: { add?: string[]; remove?: string[] },
) => changeTags(context, { type: 'offer', records, ...change });

async function listed(context: WorkspaceContext, input: object = {}) {
  const { items } = await listOffers({ ...context, traffic: {} as TrafficStore }, { sort: 'name', ...input });
  return items.map(({ name, tags, version }) => ({ name, tags, version }));
}

test('tags are added and removed in one request, with a result for each record', async () => {
  const context = await makeWorkspace(database);
  const foreign = await makeOffer(await makeWorkspace(database), 'Foreign');
  const [a, b, c, d] = [
    await makeOffer(context, 'A'),
    await makeOffer(context, 'B'),
    await makeOffer(context, 'C'),
    await makeOffer(context, 'D'),
  ];
  await archiveOffer(context, c);
  const full = Array.from({ length: 20 }, (_, at) => `t${String(at).padStart(2, '0')}`);
  await tag(context, [{ id: d, version: 1 }], { add: full });
  const { results } = await tag(
    context,
    [
      { id: a, version: 1 },
      { id: b, version: 7 },
      { id: c, version: 2 },
      { id: d, version: 2 },
      { id: foreign, version: 1 },
    ],
    { add: ['Push', 'DE'] },
  );
  expect(results.map(({ name, version, tags, problem }) => [name, version, tags.length, problem])).toEqual([
    ['A', 2, 2, null],
    ['B', 1, 0, 'stale'],
    ['C', 2, 0, 'archived'],
    ['D', 2, 20, 'too-many-tags'],
    [null, null, 0, 'not-found'],
  ]);
  expect(await listed(context, { tag: 'push' })).toEqual([{ name: 'A', tags: ['DE', 'Push'], version: 2 }]);
  const repeated = await tag(context, [{ id: a, version: 1 }], { add: ['PUSH'] });
  expect(repeated.results).toMatchObject([{ version: 2, tags: ['DE', 'Push'], problem: null }]);
  const { results: removed } = await tag(context, [{ id: a, version: 2 }], { add: ['new'], remove: ['de'] });
  expect(removed).toMatchObject([{ before: ['DE', 'Push'], tags: ['new', 'Push'], version: 3 }]);
  const { items } = await listAuditLog(context, { subjectId: a, action: 'offer.tags' });
  expect(items[0]).toMatchObject({ version: 3, changes: [{ field: 'tags', after: ['new', 'Push'] }] });
  const { tags: used } = await getUsedTags(context, { type: 'offer' });
  expect([used.length, used[0], used.at(-1)]).toEqual([
    22,
    { tag: 'new', records: 1 },
    { tag: 't19', records: 1 },
  ]);
  const { groups } = await search(context, { q: 'pus' });
  expect(groups).toMatchObject([{ type: 'offer', hits: [{ name: 'A' }] }]);
});

test('versions contain the tags, and restoring one restores them', async () => {
  const context = await makeWorkspace(database);
  const id = await makeOffer(context, 'A');
  const record = { type: 'offer', id } as const;
  await tag(context, [{ id, version: 1 }], { add: ['old'] });
  await updateOffer(context, id, { name: 'B' });
  await tag(context, [{ id, version: 3 }], { add: ['new'], remove: ['old'] });
  expect((await getVersion(context, record, '3')).content).toMatchObject({
    offer: { name: 'B' },
    tags: ['old'],
  });
  await restoreVersion(context, record, '3');
  expect(await listed(context)).toEqual([{ name: 'B', tags: ['old'], version: 5 }]);
  await restoreVersion(context, record, '1');
  expect(await listed(context)).toEqual([{ name: 'A', tags: [], version: 6 }]);
  const { items } = await listVersions(context, 'offer', id);
  expect(items.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
});

test('a change of tags publishes a campaign with its new version', async () => {
  const context = await makeWorkspace(database);
  const { id } = await makeCampaign(context);
  const record = { type: 'campaign', id } as const;
  const records = [{ id, version: 1 }];
  await changeTags(context, { type: 'campaign', records, add: ['test'] });
  expect((await getVersion(context, record, '2')).content).toMatchObject({ tags: ['test'] });
  await restoreVersion(context, record, '1');
  expect((await getVersion(context, record, '3')).content).toMatchObject({ tags: [] });
  expect(await getCampaign(context, id)).not.toHaveProperty('tags');
});

test('a campaign keeps its tags in the versions of other changes, and restoring one keeps them', async () => {
  const context = await makeWorkspace(database);
  const { id } = await makeCampaign(context, { name: 'First' });
  await changeTags(context, { type: 'campaign', records: [{ id, version: 1 }], add: ['Push'] });
  await updateCampaign(context, id, { name: 'Second' });
  const record = { type: 'campaign', id } as const;
  expect((await getVersion(context, record, '3')).content).toMatchObject({ tags: ['Push'] });
  await updateCampaign(context, id, { name: 'Third' });
  await restoreVersion(context, record, '3');
  expect((await getVersion(context, record, '5')).content).toMatchObject({ tags: ['Push'] });
});

test('duplicates of campaigns and rotators have the tags of the original', async () => {
  const context = await makeWorkspace(database);
  const { id, rotatorId } = await makeCampaign(context);
  await changeTags(context, { type: 'campaign', records: [{ id, version: 1 }], add: ['Push'] });
  await changeTags(context, { type: 'rotator', records: [{ id: rotatorId, version: 1 }], add: ['Split'] });
  const tagsOf = async (type: 'campaign' | 'rotator', copy: string) => {
    const [newest] = (await listVersions(context, type, copy)).items;
    return (await getVersion(context, { type, id: copy }, String(newest?.version))).content;
  };
  const { id: copyId } = await duplicateCampaign(context, id, { rotator: 'copy' });
  expect(await tagsOf('campaign', copyId)).toMatchObject({ tags: ['Push'] });
  const { destination } = await getCampaign(context, copyId);
  expect(await tagsOf('rotator', destination.rotatorId)).toMatchObject({ tags: ['Split'] });
});
