import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { archiveCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { saveWithWarnings } from '../../src/services/warnings/save-with-warnings.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { getGoalRules, getPublicGoalRules } from '../../src/services/goals/goal-rules.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import { readGoalRules } from '../../src/store/records/goal-rules.ts';
import { inLockStep } from '../../src/testing/lock-step.ts';
import { countStatements } from '../../src/testing/workspaces/count-statements.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { countVersions } from '../../src/testing/workspaces/records.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8, secret: testSecrets.sessionSecret });
  context = await makeWorkspace(database);
});

afterAll(() => database.close());

const unknownId = '00000000-0000-7000-8000-000000000000';
const deposits = {
  any: [
    { field: 'event', op: 'is', values: ['deposit'] },
    { not: { field: 'payout', op: 'lt', values: [0.5] } },
  ],
};
const actionDefaults = {
  enabled: true,
  payoutType: 'auto',
  payoutFixed: null,
  costType: 'none',
  costFixed: null,
  costShare: null,
  postbackUrl: null,
  postbackEnabled: true,
  postbackOn: ['first'],
  postbackMethod: 'GET',
  postbackHeaders: [],
  postbackBody: null,
  postbackSuccessText: null,
  storeValue: false,
  isConversion: true,
  affectsCost: false,
  affectsRevenue: true,
  from: 'network',
};
const fullAction = {
  idx: 20,
  label: 'Full',
  enabled: false,
  payoutType: 'fixed',
  payoutFixed: 999_999_999.999999,
  costType: 'share',
  costFixed: null,
  costShare: 0.000001,
  postbackUrl: 'https://example.com/pb?c={clickid}',
  postbackEnabled: true,
  postbackOn: ['first', 'refunded'],
  postbackMethod: 'POST',
  postbackHeaders: [{ name: 'Access-Token', value: 'secret' }],
  postbackBody: '{"id":"{txid}"}',
  postbackSuccessText: 'ok',
  storeValue: true,
  isConversion: false,
  affectsCost: true,
  affectsRevenue: false,
  from: 'both',
};
const simpleRule = { label: 'All', conditions: null, actions: [{ idx: 1, label: 'Sale' }] };

async function listAuditChanges(id: string): Promise<unknown[]> {
  const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
  return entries
    .filter((entry) => entry.subjectId === id && entry.action !== 'campaign.create')
    .map(({ action, version, changes }) => [action, version, changes.map(({ field }) => field)])
    .toReversed();
}

describe('goal rules', () => {
  test('are empty for a new campaign', async () => {
    const { id } = await makeCampaign(context);
    expect(await getGoalRules(context, id)).toEqual({ rules: [] });
  });

  test('are returned as saved, in the order of the list', async () => {
    const { id } = await makeCampaign(context);
    const saved = await saveGoalRules(context, id, {
      rules: [
        {
          label: ' Deposits ',
          conditions: deposits,
          actions: [
            fullAction,
            { idx: 3, label: 'Other', payoutType: 'none', costType: 'fixed', costFixed: 0 },
          ],
        },
        { ...simpleRule, enabled: false, priority: 1 },
      ],
    });
    expect(saved).toEqual({
      rules: [
        {
          id: expect.any(String),
          priority: 1,
          enabled: true,
          label: 'Deposits',
          conditions: deposits,
          actions: [
            {
              ...actionDefaults,
              idx: 3,
              label: 'Other',
              payoutType: 'none',
              costType: 'fixed',
              costFixed: 0,
            },
            fullAction,
          ],
        },
        {
          id: expect.any(String),
          priority: 2,
          enabled: false,
          label: 'All',
          conditions: null,
          actions: [{ ...actionDefaults, idx: 1, label: 'Sale' }],
        },
      ],
    });
    expect(await getGoalRules(context, id)).toEqual(saved);
    const published = await getPublicGoalRules(context, id);
    const {
      from: _from,
      postbackOn: _on,
      postbackMethod: _method,
      postbackHeaders: _headers,
      postbackBody: _body,
      postbackSuccessText: _successText,
      ...publicFields
    } = fullAction;
    expect(published.rules[0]?.actions[1]).toStrictEqual(publicFields);
  });

  test('keep their IDs when they are saved again, and are deleted when they are omitted', async () => {
    const { id } = await makeCampaign(context);
    const { rules } = await saveGoalRules(context, id, {
      rules: ['A', 'B', 'C'].map((label) => ({ ...simpleRule, label })),
    });
    const [a, b, c] = rules;
    const next = await saveGoalRules(context, id, { rules: [c, { ...a, label: 'A2' }, simpleRule] });
    expect(next.rules.slice(0, 2)).toEqual([
      { ...c, priority: 1 },
      { ...a, label: 'A2', priority: 2 },
    ]);
    expect(next.rules[2]?.id).not.toBe(b?.id);
    expect(await getGoalRules(context, id)).toEqual(next);
    await saveGoalRules(context, id, { rules: [] });
    expect(await getGoalRules(context, id)).toEqual({ rules: [] });
  });

  test('create an audit log entry and a campaign version only when they change', async () => {
    const [{ id }, other] = [await makeCampaign(context), await makeCampaign(context)];
    const versions = async () => [await countVersions(context, id), await countVersions(context, other.id)];
    await saveGoalRules(context, id, { rules: [] });
    expect(await versions()).toEqual([1, 1]);
    const saved = await saveGoalRules(context, id, {
      rules: [
        {
          ...simpleRule,
          actions: [fullAction, { idx: 2, label: 'x', payoutType: 'fixed', payoutFixed: 0.1 }],
        },
      ],
    });
    expect(await versions()).toEqual([2, 1]);
    expect(await saveGoalRules(context, id, saved)).toEqual(saved);
    const reordered = saved.rules.map((rule) => ({
      ...rule,
      actions: rule.actions.toReversed(),
      priority: 8,
    }));
    expect(await saveGoalRules(context, id, { rules: reordered })).toEqual(saved);
    expect(await versions()).toEqual([2, 1]);
    await saveGoalRules(context, id, { rules: [] });
    expect(await versions()).toEqual([3, 1]);
    expect(await listAuditChanges(id)).toEqual([
      ['campaign.save-goals', 2, [expect.stringMatching(/^rules\[/)]],
      ['campaign.save-goals', 3, [expect.stringMatching(/^rules\[/)]],
    ]);
  });

  test('are read in two statements, however many there are', async () => {
    const { id } = await makeCampaign(context);
    const actions = Array.from({ length: 20 }, (_, index) => ({ idx: index + 1, label: `Action ${index}` }));
    const saved = await saveGoalRules(context, id, {
      rules: Array.from({ length: 50 }, () => ({ ...simpleRule, actions })),
    });
    const { result, statements } = await database.inWorkspace(context.workspaceId, (executor) =>
      countStatements(executor, (counted) => readGoalRules(counted, context.workspaceId, id)),
    );
    expect(result).toEqual(saved.rules);
    expect(statements).toBeLessThanOrEqual(2);
  });

  test('can be read with an API key, but not saved', async () => {
    const { id } = await makeCampaign(context);
    const key = (scope: 'read' | 'write') => ({
      ...context,
      actor: { type: 'key', id: unknownId, label: 'k', scope } as const,
    });
    expect(await getGoalRules(key('read'), id)).toEqual({ rules: [] });
    await expect(saveGoalRules(key('write'), id, { rules: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('saving rules without postbacks for a source with a postback URL succeeds with a warning', async () => {
  const postbackUrl = 'https://ads.example.com/?c={externalid}';
  const source = await createTrafficSource(context, { name: 'Ads', postbackUrl });
  const { id } = await makeCampaign(context, { trafficSourceId: source.id });
  const withoutPostback = { ...simpleRule, actions: [{ idx: 1, label: 'Sale', postbackEnabled: false }] };
  const save = (rule: object) =>
    saveWithWarnings(context, {
      type: 'campaign-goals',
      id,
      consent: {},
      save: (transaction) => saveGoalRules(transaction, id, { rules: [rule] }),
    });
  const saved = await save(withoutPostback);
  expect(saved.warnings).toEqual([
    { path: 'rules', message: expect.stringContaining('the traffic source Ads has a postback URL') },
  ]);
  expect(saved.rules).toEqual((await getGoalRules(context, id)).rules);
  expect((await save(simpleRule)).warnings).toEqual([]);
});

describe('saving goal rules is refused', () => {
  test("for another workspace's campaign or an unknown one", async () => {
    const { id } = await makeCampaign(await makeWorkspace(database));
    for (const campaignId of [id, unknownId, 'nonsense']) {
      await expect(getGoalRules(context, campaignId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(saveGoalRules(context, campaignId, { rules: [] })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
  });

  test('for an archived campaign, whose rules can still be read', async () => {
    const { id } = await makeCampaign(context);
    const saved = await saveGoalRules(context, id, { rules: [simpleRule] });
    await archiveCampaign(context, id);
    await expect(saveGoalRules(context, id, saved)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The campaign is archived. Restore it first.',
    });
    expect(await getGoalRules(context, id)).toEqual(saved);
  });

  test('with rules from another campaign, and the path of each is reported', async () => {
    const [mine, other] = [await makeCampaign(context), await makeCampaign(context)];
    const foreign = await saveGoalRules(context, other.id, { rules: [simpleRule] });
    const rules = [simpleRule, { ...simpleRule, id: unknownId }, ...foreign.rules];
    await expect(saveGoalRules(context, mine.id, { rules })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: {
        issues: [
          { path: 'rules.1.id', message: 'is not a rule of this campaign' },
          { path: 'rules.2.id', message: 'is not a rule of this campaign' },
        ],
      },
    });
    expect(await getGoalRules(context, other.id)).toEqual(foreign);
  });

  test('with postback URLs in a private network, all reported at once', async () => {
    const { id } = await makeCampaign(context);
    const action = (idx: number, postbackUrl: string) => ({ idx, label: 'x', postbackUrl });
    const rules = [
      { ...simpleRule, actions: [action(1, 'https://example.com/'), action(2, 'http://127.0.0.1/')] },
      {
        ...simpleRule,
        actions: [action(1, 'ftp://example.com/'), action(2, 'http://169.254.169.254/latest/')],
      },
    ];
    await expect(saveGoalRules(context, id, { rules })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: {
        issues: [
          { path: 'rules.0.actions.1.postbackUrl' },
          { path: 'rules.1.actions.0.postbackUrl' },
          { path: 'rules.1.actions.1.postbackUrl' },
        ],
      },
    });
    const allowing = { ...context, outboundAllow: [{ range: '127.0.0.1', port: 8080 }] };
    const allowed = [{ ...simpleRule, actions: [action(1, 'http://127.0.0.1:8080/')] }];
    expect((await saveGoalRules(allowing, id, { rules: allowed })).rules).toHaveLength(1);
  });

  test('with values that violate the schema, and the path of each is reported', async () => {
    const { id } = await makeCampaign(context);
    const rules = [
      {
        ...simpleRule,
        conditions: { all: [] },
        actions: [
          { idx: 1, label: 'x', payoutType: 'fixed' },
          { idx: 99, label: '' },
        ],
      },
    ];
    await expect(saveGoalRules(context, id, { rules, version: 1 })).rejects.toMatchObject({
      details: {
        issues: [
          { path: 'rules.0.conditions.all' },
          { path: 'rules.0.actions.0.payoutFixed' },
          { path: 'rules.0.actions.1.idx' },
          { path: 'rules.0.actions.1.label' },
          { path: 'version', message: 'unknown field' },
        ],
      },
    });
  });
});

describe('saving goal rules waits', () => {
  test('while other rules of the same campaign are being saved', async () => {
    const { id } = await makeCampaign(context);
    const { hadToWait, outcome } = await inLockStep(
      context,
      (transaction) => saveGoalRules(transaction, id, { rules: [simpleRule] }),
      () => saveGoalRules(context, id, { rules: [{ ...simpleRule, label: 'Second' }] }),
    );
    expect(hadToWait).toBe(true);
    expect(outcome.status).toBe('fulfilled');
    expect((await getGoalRules(context, id)).rules.map(({ label }) => label)).toEqual(['Second']);
  });

  test('while the campaign is being archived, and is then refused', async () => {
    const { id } = await makeCampaign(context);
    const { hadToWait, outcome } = await inLockStep(
      context,
      (transaction) => archiveCampaign(transaction, id),
      () => saveGoalRules(context, id, { rules: [simpleRule] }),
    );
    expect(hadToWait).toBe(true);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'CONFLICT' } });
  });
});

test('the database prevents goal rules from referring to another workspace', async () => {
  const [mine, foreign] = [await makeCampaign(context), await makeWorkspace(database)];
  const theirs = await makeCampaign(foreign);
  await saveGoalRules(context, mine.id, { rules: [simpleRule] });
  const moved = database.inWorkspace(context.workspaceId, (executor) =>
    sql`UPDATE goal_rules SET campaign_id = ${theirs.id} WHERE campaign_id = ${mine.id}`.execute(executor),
  );
  await expect(moved).rejects.toThrow(/foreign key/);
});
