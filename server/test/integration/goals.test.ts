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
const usual = {
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
  storeValue: false,
  isConversion: true,
  affectsCost: false,
  affectsRevenue: true,
  from: 'network',
};
const full = {
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
  storeValue: true,
  isConversion: false,
  affectsCost: true,
  affectsRevenue: false,
  from: 'both',
};
const simple = { label: 'All', conditions: null, actions: [{ idx: 1, label: 'Sale' }] };

async function auditOf(id: string): Promise<unknown[]> {
  const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
  return entries
    .filter((entry) => entry.subjectId === id && entry.action !== 'campaign.create')
    .map(({ action, version, changes }) => [action, version, changes.map(({ field }) => field)])
    .toReversed();
}

describe('goal rules', () => {
  test('are none at first', async () => {
    const { id } = await makeCampaign(context);
    expect(await getGoalRules(context, id)).toEqual({ rules: [] });
  });

  test('are answered and read as they were saved, in the order of the list', async () => {
    const { id } = await makeCampaign(context);
    const saved = await saveGoalRules(context, id, {
      rules: [
        {
          label: ' Deposits ',
          conditions: deposits,
          actions: [full, { idx: 3, label: 'Other', payoutType: 'none', costType: 'fixed', costFixed: 0 }],
        },
        { ...simple, enabled: false, priority: 1 },
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
            { ...usual, idx: 3, label: 'Other', payoutType: 'none', costType: 'fixed', costFixed: 0 },
            full,
          ],
        },
        {
          id: expect.any(String),
          priority: 2,
          enabled: false,
          label: 'All',
          conditions: null,
          actions: [{ ...usual, idx: 1, label: 'Sale' }],
        },
      ],
    });
    expect(await getGoalRules(context, id)).toEqual(saved);
    const shown = await getPublicGoalRules(context, id);
    const {
      from: _from,
      postbackOn: _on,
      postbackMethod: _method,
      postbackHeaders: _headers,
      postbackBody: _body,
      ...promised
    } = full;
    expect(shown.rules[0]?.actions[1]).toStrictEqual(promised);
  });

  test('can be read, changed and written: ids stay, the rest goes', async () => {
    const { id } = await makeCampaign(context);
    const { rules } = await saveGoalRules(context, id, {
      rules: ['A', 'B', 'C'].map((label) => ({ ...simple, label })),
    });
    const [a, b, c] = rules;
    const next = await saveGoalRules(context, id, { rules: [c, { ...a, label: 'A2' }, simple] });
    expect(next.rules.slice(0, 2)).toEqual([
      { ...c, priority: 1 },
      { ...a, label: 'A2', priority: 2 },
    ]);
    expect(next.rules[2]?.id).not.toBe(b?.id);
    expect(await getGoalRules(context, id)).toEqual(next);
    await saveGoalRules(context, id, { rules: [] });
    expect(await getGoalRules(context, id)).toEqual({ rules: [] });
  });

  test('leave a line and make a version of the campaign only where they changed', async () => {
    const [{ id }, other] = [await makeCampaign(context), await makeCampaign(context)];
    const steps = async () => [await countVersions(context, id), await countVersions(context, other.id)];
    await saveGoalRules(context, id, { rules: [] });
    expect(await steps()).toEqual([1, 1]);
    const saved = await saveGoalRules(context, id, {
      rules: [{ ...simple, actions: [full, { idx: 2, label: 'x', payoutType: 'fixed', payoutFixed: 0.1 }] }],
    });
    expect(await steps()).toEqual([2, 1]);
    expect(await saveGoalRules(context, id, saved)).toEqual(saved);
    const reordered = saved.rules.map((rule) => ({
      ...rule,
      actions: rule.actions.toReversed(),
      priority: 8,
    }));
    expect(await saveGoalRules(context, id, { rules: reordered })).toEqual(saved);
    expect(await steps()).toEqual([2, 1]);
    await saveGoalRules(context, id, { rules: [] });
    expect(await steps()).toEqual([3, 1]);
    expect(await auditOf(id)).toEqual([
      ['campaign.save-goals', 2, [expect.stringMatching(/^rules\[/)]],
      ['campaign.save-goals', 3, [expect.stringMatching(/^rules\[/)]],
    ]);
  });

  test('are read in two statements, as many as they are', async () => {
    const { id } = await makeCampaign(context);
    const actions = Array.from({ length: 20 }, (_, index) => ({ idx: index + 1, label: `Action ${index}` }));
    const saved = await saveGoalRules(context, id, {
      rules: Array.from({ length: 50 }, () => ({ ...simple, actions })),
    });
    const { result, statements } = await database.inWorkspace(context.workspaceId, (executor) =>
      countStatements(executor, (counted) => readGoalRules(counted, context.workspaceId, id)),
    );
    expect(result).toEqual(saved.rules);
    expect(statements).toBeLessThanOrEqual(2);
  });

  test('are shown to a key that reads, and saved by none', async () => {
    const { id } = await makeCampaign(context);
    const key = (scope: 'read' | 'write') => ({
      ...context,
      actor: { type: 'key', id: unknownId, label: 'k', scope } as const,
    });
    expect(await getGoalRules(key('read'), id)).toEqual({ rules: [] });
    await expect(saveGoalRules(key('write'), id, { rules: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('a save that leaves a source with a postback URL untold says so, and is saved', async () => {
  const postbackUrl = 'https://ads.example.com/?c={externalid}';
  const source = await createTrafficSource(context, { name: 'Ads', postbackUrl });
  const { id } = await makeCampaign(context, { trafficSourceId: source.id });
  const untold = { ...simple, actions: [{ idx: 1, label: 'Sale', postbackEnabled: false }] };
  const save = (rule: object) =>
    saveWithWarnings(context, {
      type: 'campaign-goals',
      id,
      consent: {},
      save: (within) => saveGoalRules(within, id, { rules: [rule] }),
    });
  const saved = await save(untold);
  expect(saved.warnings).toEqual([
    { path: 'rules', message: expect.stringContaining('the traffic source Ads has a postback URL') },
  ]);
  expect(saved.rules).toEqual((await getGoalRules(context, id)).rules);
  expect((await save(simple)).warnings).toEqual([]);
});

describe('what is refused', () => {
  test('a campaign that does not exist here', async () => {
    const { id } = await makeCampaign(await makeWorkspace(database));
    for (const stranger of [id, unknownId, 'nonsense']) {
      await expect(getGoalRules(context, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(saveGoalRules(context, stranger, { rules: [] })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
  });

  test('a campaign that is archived, whose rules can still be read', async () => {
    const { id } = await makeCampaign(context);
    const saved = await saveGoalRules(context, id, { rules: [simple] });
    await archiveCampaign(context, id);
    await expect(saveGoalRules(context, id, saved)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The campaign is archived. Restore it first.',
    });
    expect(await getGoalRules(context, id)).toEqual(saved);
  });

  test('rules of another campaign, each at its place', async () => {
    const [mine, other] = [await makeCampaign(context), await makeCampaign(context)];
    const foreign = await saveGoalRules(context, other.id, { rules: [simple] });
    const rules = [simple, { ...simple, id: unknownId }, ...foreign.rules];
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

  test('postback URLs that lead into the server’s own network, all at once', async () => {
    const { id } = await makeCampaign(context);
    const to = (idx: number, postbackUrl: string) => ({ idx, label: 'x', postbackUrl });
    const rules = [
      { ...simple, actions: [to(1, 'https://example.com/'), to(2, 'http://127.0.0.1/')] },
      { ...simple, actions: [to(1, 'ftp://example.com/'), to(2, 'http://169.254.169.254/latest/')] },
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
    const laboratory = { ...context, outboundAllow: [{ range: '127.0.0.1', port: 8080 }] };
    const allowed = [{ ...simple, actions: [to(1, 'http://127.0.0.1:8080/')] }];
    expect((await saveGoalRules(laboratory, id, { rules: allowed })).rules).toHaveLength(1);
  });

  test('what a schema sees, at its place', async () => {
    const { id } = await makeCampaign(context);
    const rules = [
      {
        ...simple,
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

describe('whoever comes second waits for the first', () => {
  test('two saves of one campaign', async () => {
    const { id } = await makeCampaign(context);
    const { hadToWait, outcome } = await inLockStep(
      context,
      (open) => saveGoalRules(open, id, { rules: [simple] }),
      () => saveGoalRules(context, id, { rules: [{ ...simple, label: 'Second' }] }),
    );
    expect(hadToWait).toBe(true);
    expect(outcome.status).toBe('fulfilled');
    expect((await getGoalRules(context, id)).rules.map(({ label }) => label)).toEqual(['Second']);
  });

  test('a save of a campaign that is being archived', async () => {
    const { id } = await makeCampaign(context);
    const { hadToWait, outcome } = await inLockStep(
      context,
      (open) => archiveCampaign(open, id),
      () => saveGoalRules(context, id, { rules: [simple] }),
    );
    expect(hadToWait).toBe(true);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'CONFLICT' } });
  });
});

test('the database itself keeps rules out of other workspaces', async () => {
  const [mine, foreign] = [await makeCampaign(context), await makeWorkspace(database)];
  const theirs = await makeCampaign(foreign);
  await saveGoalRules(context, mine.id, { rules: [simple] });
  const moved = database.inWorkspace(context.workspaceId, (executor) =>
    sql`UPDATE goal_rules SET campaign_id = ${theirs.id} WHERE campaign_id = ${mine.id}`.execute(executor),
  );
  await expect(moved).rejects.toThrow(/foreign key/);
});
