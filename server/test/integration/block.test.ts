import { publicRotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { compileCampaign } from '../../src/domain/publishing/compile-campaign.ts';
import { asSystem } from '../../src/services/context.ts';
import { evaluateRotator } from '../../src/services/rotators/evaluation/evaluate-rotator.ts';
import { getPublicRotatorRules, getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import { Database } from '../../src/store/database/database.ts';
import { readCampaignSources } from '../../src/store/records/campaign-sources.ts';
import { listLabels } from '../../src/store/records/labels.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(() => database.close());

async function makeBlocked() {
  const context = await makeWorkspace(database);
  const { id: campaignId, rotatorId } = await makeCampaign(context);
  const { version, defaultPathId, paths } = await getRotatorRules(context, rotatorId);
  const conditions = { field: 'bot', op: 'is', values: [true] };
  const rule = { name: 'Bots', conditions, paths: [{ pathId: 'new-1' }] };
  const saved = await saveRotatorRules(context, rotatorId, {
    version,
    defaultPathId,
    rules: [rule],
    paths: [...paths, { id: 'new-1', name: 'Bots', blocks: true }],
  });
  return { context, campaignId, rotatorId, saved, pathId: saved.rules[0]?.paths[0]?.pathId ?? '' };
}

test('a path that blocks is an empty path in the public API, without a field that the contract does not have', async () => {
  const { context, rotatorId, pathId } = await makeBlocked();
  const rules = await getPublicRotatorRules(context, rotatorId);
  expect(publicRotatorRules.parse(rules)).toEqual(rules);
  expect(rules.paths[1]).toEqual({ id: pathId, name: 'Bots', enabled: true, landings: [], offers: [] });
});

test('a path that blocks is published with the block page, explained as blocked, and shown as Block', async () => {
  const { context, campaignId, rotatorId, pathId } = await makeBlocked();
  await updateWorkspaceSettings(context, { blockUrl: 'https://block.example/' });
  const sources = await asSystem(context, (executor) =>
    readCampaignSources(executor, context.workspaceId, [campaignId]),
  );
  const source = sources[0]?.source;
  if (source === undefined) throw new Error('the campaign has no source');
  const compiled = compileCampaign(source);
  expect(compiled).toMatchObject({
    document: {
      campaign: { blockUrl: 'https://block.example/' },
      paths: [{ name: 'Default' }, { id: pathId, blocks: true }],
    },
  });
  const evaluation = await evaluateRotator(context, rotatorId, { visitor: { bot: true } });
  expect(evaluation.paths).toMatchObject([{ name: 'Bots', outcome: 'blocked', landings: [], offers: [] }]);
  const labels = await asSystem(context, (executor) =>
    listLabels(executor, context.workspaceId, [{ dimension: 'path', ids: [pathId] }]),
  );
  expect(labels).toEqual([{ dimension: 'path', id: pathId, name: 'Block: Bots' }]);
});

test('a rotator can block everyone whom no rule matches, and a path that blocks accepts no offers', async () => {
  const { context, rotatorId, saved, pathId } = await makeBlocked();
  const next = await saveRotatorRules(context, rotatorId, { ...saved, rules: [], defaultPathId: pathId });
  expect(next.defaultPathId).toBe(pathId);
  const paths = next.paths.map((path) => ({ ...path, caps: [{ limit: 1, per: 'day', counts: 'visits' }] }));
  await expect(saveRotatorRules(context, rotatorId, { ...next, paths })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
});
