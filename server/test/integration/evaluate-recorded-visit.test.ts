import { evaluation, type Evaluation } from '@waypost/contract/evaluation.ts';
import type { RotatorRules } from '@waypost/contract/rotators.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { getPanelCampaign } from '../../src/services/campaigns/campaigns.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { getPublication } from '../../src/services/publishing/publication.ts';
import { publishWaiting } from '../../src/services/publishing/publish-campaigns.ts';
import { evaluateRotator } from '../../src/services/rotators/evaluation/evaluate-rotator.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { Database } from '../../src/store/database/database.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  context = await makeWorkspace(database);
});

afterAll(() => database.close());

type Change = Partial<Record<keyof RotatorRules, unknown>>;

const oneRule = (conditions: unknown) => (rules: RotatorRules) => ({
  rules: [{ name: 'Rule', conditions, paths: [{ pathId: rules.defaultPathId }] }],
});
const onlyFrom = (country: string) => oneRule({ field: 'country', op: 'is', values: [country] });

async function evaluate(id: string, input: unknown): Promise<Evaluation> {
  const answer = await evaluateRotator(context, id, input);
  expect(evaluation.parse(answer)).toEqual(answer);
  return answer;
}

/** Others share the database, and may be compiling this one: then it comes a moment later. */
async function publish(campaignId: string): Promise<number> {
  const worker = { database, actor: { type: 'system', label: 'worker' }, now: () => new Date() } as const;
  const { version } = await getPanelCampaign(context, campaignId);
  await waitUntil(async () => {
    await publishWaiting(worker);
    return !(await getPublication(context, campaignId)).waiting;
  });
  return version;
}

test('a recorded visit is judged by the rules that decided then, as far as they are kept', async () => {
  const { id: campaignId, rotatorId } = await makeCampaign(context);
  const save = async (change: (rules: RotatorRules) => Change) => {
    const rules = await getRotatorRules(context, rotatorId);
    return await saveRotatorRules(context, rotatorId, { ...rules, ...change(rules) });
  };
  const french = await save(onlyFrom('FR'));
  const first = await publish(campaignId);
  await updateCampaign(context, campaignId, { name: 'Renamed' });
  const german = await save(onlyFrom('DE'));
  const second = await publish(campaignId);
  await save((rules) => ({ ...oneRule(null)(rules), paths: rules.paths }));

  const visit = { visitor: { country: 'FR' }, campaignId, time: '2100-01-01T00:00:00Z' };
  const then = await evaluate(rotatorId, { ...visit, configVersion: first });
  expect(then).toMatchObject({ isOfThen: true, rotatorVersion: french.version, rules: [{ holds: true }] });
  // A rule that is gone now is told of by the id that the visit recorded.
  expect(then.ruleId).toBe(french.rules[0]?.id);
  expect(await evaluate(rotatorId, { ...visit, configVersion: second })).toMatchObject({
    isOfThen: true,
    rotatorVersion: german.version,
    ruleId: null,
  });
  const now = { isOfThen: false, rules: [{ leaves: [] }] };
  expect(await evaluate(rotatorId, visit)).toMatchObject(now);
  expect(await evaluate(rotatorId, { ...visit, configVersion: 999 })).toMatchObject(now);
  const before = { ...visit, time: '2001-01-01T00:00:00Z', configVersion: first };
  expect(await evaluate(rotatorId, before)).toMatchObject(now);
  const other = await makeCampaign(await makeWorkspace(database));
  const elsewhere = await makeCampaign(context);
  expect(await evaluate(elsewhere.rotatorId, { ...visit, configVersion: first })).toMatchObject({
    isOfThen: false,
  });
  await expect(
    evaluate(rotatorId, { ...visit, campaignId: other.id, configVersion: 1 }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a recorded visit is named by its campaign and time, and goes without a draft', async () => {
  const { id: campaignId, rotatorId } = await makeCampaign(context);
  const rules = await getRotatorRules(context, rotatorId);
  const time = '2026-11-15T00:00:00Z';
  for (const input of [
    { configVersion: 1 },
    { configVersion: 1, campaignId },
    { configVersion: 1, campaignId, time, draft: rules },
  ])
    await expect(evaluate(rotatorId, input)).rejects.toMatchObject({
      details: { issues: [{ path: 'configVersion' }] },
    });
});
