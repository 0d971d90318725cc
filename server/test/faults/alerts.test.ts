// Kills a worker while it delivers an alert.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { ensureSecrets } from '../../src/config/secrets.ts';
import { createWebhook } from '../../src/services/alerts/receivers.ts';
import { watchWorkspace } from '../../src/services/alerts/watch-alerts.ts';
import { makeContext, systemActor } from '../../src/services/context.ts';
import { Database } from '../../src/store/database/database.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { findProcess } from '../../src/testing/product/processes.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { readEngineAddresses } from '../../src/testing/product/product-traffic.ts';
import { testInstallation } from '../../src/testing/http/api-server.ts';
import { openUnreachableTraffic } from '../../src/testing/traffic/traffic.ts';

const { start } = useProducts();

type Call = { id: string; opened: number; recovered: number };

const calls: Call[] = [];
let onCall: () => void = () => undefined;
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(parts).toString()) as {
      data: { openedCount: number; recoveredCount: number };
    };
    const id = String(request.headers['webhook-id']);
    calls.push({ id, opened: data.openedCount, recovered: data.recoveredCount });
    onCall();
    response.end();
  });
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;
afterAll(() => void receiver.close());

test('an alert is sent again with the same ID if the worker is killed before recording the delivery; its recovery is sent once', async () => {
  const product = await start({
    environment: { ...lightStoreEnvironment, WAYPOST_OUTBOUND_ALLOW: `127.0.0.0/8:${port}` },
  });
  const secret = ensureSecrets(product.dataDirectory).session;
  const database = new Database(readEngineAddresses(product).postgres, { connectionsMax: 2, secret });
  const change = async (statement: RawBuilder<unknown>) =>
    (await database.asSystem((executor) => statement.execute(executor))).rows;
  const [workspace] = (await change(sql`SELECT id FROM workspaces`)) as { id: string }[];
  const workspaceId = workspace?.id ?? '';
  const readCertificate = () => Promise.resolve(undefined);
  const tools = { traffic: openUnreachableTraffic(), installation: testInstallation, readCertificate };
  const context = { ...makeContext(database, systemActor('test'), tools), workspaceId };
  const outboundAllow = [{ range: '127.0.0.0/8', port }];
  await createWebhook({ ...context, outboundAllow }, { url: `http://127.0.0.1:${port}/` });
  const watch = () => watchWorkspace(context, { numbersAt: null, certificatesAt: null });
  onCall = () => process.kill(findProcess(product, 'worker').pid, 'SIGKILL');

  await change(sql`
    INSERT INTO postback_hosts (workspace_id, origin, failures, failing_since, last_error, pauses, paused_at, paused_until)
    VALUES (${workspaceId}, 'https://ads.example.com', 14, now(), 'connect', 1, now(), now() + interval '1 day')`);
  await watch();
  await expect.poll(() => calls.length).toBe(1);
  onCall = () => undefined;
  // Makes the delivery due now, because its lease would not expire for a minute.
  await change(sql`UPDATE alert_deliveries SET next_at = now() WHERE state = 'waiting'`);
  await expect.poll(() => calls.length).toBe(2);

  const delivered = sql`SELECT FROM alert_deliveries WHERE state = 'delivered'`;
  await expect.poll(async () => (await change(delivered)).length).toBe(1);
  // Simulates a receiver that recovered ten minutes ago.
  await change(sql`DELETE FROM postback_hosts`);
  await change(sql`UPDATE alerts SET last_seen_at = last_seen_at - interval '10 minutes'`);
  await change(sql`UPDATE alert_watches SET told_at = told_at - interval '10 minutes'`);
  await watch();
  await expect.poll(async () => (await change(delivered)).length).toBe(2);

  const [first, , last] = calls;
  expect(calls).toEqual([
    { id: first?.id, opened: 1, recovered: 0 },
    { id: first?.id, opened: 1, recovered: 0 },
    { id: last?.id, opened: 0, recovered: 1 },
  ]);
  expect(last?.id).not.toBe(first?.id);
  await Promise.all([tools.traffic.close(), database.close()]);
});
