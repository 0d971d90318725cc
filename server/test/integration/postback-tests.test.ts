import type { PostbackTestResult } from '@waypost/contract/postbacks/postback-tests.ts';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import type { WithOutbound, WithTraffic } from '../../src/services/tools.ts';
import { testPostback } from '../../src/services/postbacks/test-postback.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import type { OutboundClient } from '../../src/services/outbound/create-outbound-client.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { updateTrafficSource } from '../../src/services/traffic-sources/traffic-sources.ts';
import { Database } from '../../src/store/database/database.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { listActions } from '../../src/testing/workspaces/records.ts';
import { withUnreachableTraffic } from '../../src/testing/traffic/traffic.ts';

type Call = Parameters<OutboundClient['send']>[0];

let database: Database;
let context: WorkspaceContext & WithTraffic & WithOutbound;
let calls: Call[];

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4, secret: testSecrets.sessionSecret });
});

afterAll(() => database.close());

beforeEach(async () => {
  calls = [];
  const outbound: OutboundClient = {
    send: (call) => {
      calls.push(call);
      return Promise.resolve({
        kind: 'answered',
        status: 404,
        headers: {},
        body: 'x'.repeat(5_000),
        durationMs: 12.3,
      } as never);
    },
    counts: () => ({ calls: 0, idleConnections: 0 }),
    close: () => undefined,
  };
  context = withUnreachableTraffic({ ...(await makeWorkspace(database)), outbound });
});

const test404 = { status: 404, error: null, response: 'x'.repeat(2_048), durationMs: 12 };

async function makeSource(): Promise<string> {
  const source = await createTrafficSource(context, {
    name: 'S',
    postbackUrl: 'https://ads.example.com/?id={externalid}&sum={payout}&status={status}&tx={txid}',
  });
  await updateTrafficSource(context, source.id, {
    postbackMethod: 'POST',
    postbackHeaders: [{ name: 'authorization', value: 'Bearer secret' }],
    postbackBody: '{"t":"{token1}"}',
  });
  return source.id;
}

test('testing a traffic source sends sample values, and secrets are sent but not shown', async () => {
  const trafficSourceId = await makeSource();
  const result = await testPostback(context, { trafficSourceId, payout: '2.50', send: true });
  const url = 'https://ads.example.com/?id=test-click-id&sum=2.5&status=approved&tx=test';
  expect(result).toMatchObject({
    request: { method: 'POST', url, body: '{"t":"test-1"}' },
    noPostback: null,
    answer: test404,
  } satisfies Partial<Record<keyof PostbackTestResult, unknown>>);
  expect(JSON.stringify(result)).not.toContain('secret');
  expect(calls).toMatchObject([{ url, method: 'POST', partition: context.workspaceId }]);
  expect(calls[0]?.headers).toMatchObject({ authorization: 'Bearer secret' });
  expect(await listActions(context, trafficSourceId)).toContain('postback.test');
});

test('a preview sends nothing and is not logged', async () => {
  const trafficSourceId = await makeSource();
  const { request, answer } = await testPostback(context, { trafficSourceId, send: false });
  expect([request?.method, answer, calls]).toEqual(['POST', null, []]);
  expect(await listActions(context, trafficSourceId)).not.toContain('postback.test');
});

test("testing a campaign uses its action's postback, or explains why none is sent", async () => {
  const campaign = await makeCampaign(context);
  const rules = (action: object) => ({
    rules: [{ label: 'R', conditions: null, actions: [{ idx: 2, label: 'Lead', ...action }] }],
  });
  await saveGoalRules(context, campaign.id, rules({ postbackUrl: 'https://own.example.com/?e={event}' }));
  const input = { campaignId: campaign.id, idx: 2, event: 'lead', send: false };
  expect((await testPostback(context, input)).request?.url).toBe('https://own.example.com/?e=lead');
  await testPostback(context, { ...input, send: true });
  expect(await listActions(context, campaign.id)).toContain('postback.test');
  await saveGoalRules(context, campaign.id, rules({ postbackEnabled: false }));
  expect(await testPostback(context, input)).toEqual({
    request: null,
    noPostback: 'Postbacks are turned off for this action.',
    answer: null,
  });
});

test('unknown records are not found', async () => {
  for (const input of [{ trafficSourceId: context.workspaceId }, { campaignId: context.workspaceId }])
    await expect(testPostback(context, { ...input, send: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  expect(calls).toEqual([]);
});

test('tests by one person are rate limited after the first 20', async () => {
  const trafficSourceId = await makeSource();
  const actor = { type: 'user', id: context.workspaceId, label: 'u', role: 'member' } as const;
  const send = () => testPostback({ ...context, actor }, { trafficSourceId, send: true });
  for (let count = 0; count < 20; count += 1) await send();
  await expect(send()).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { reason: 'too-many-tests' },
  });
  expect(calls).toHaveLength(20);
});
