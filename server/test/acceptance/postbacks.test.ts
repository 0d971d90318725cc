// Follows a visit through a complete installation, up to the postback to its traffic source and the rows that record
// the attempts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { formatResponse, startRawServer, type RawServer } from '../../src/testing/http/raw-server.ts';
import { readTrafficAddress } from '../../src/testing/product/product-traffic.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';
import { savePostbackUrl, trackWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';

let product: Product;
let receiver: RawServer;

beforeAll(async () => {
  let calls = 0;
  const isFull = rounds(0, 1) === 1;
  receiver = await startRawServer({
    onRequest: (socket) =>
      socket.write(formatResponse((calls += 1) === 1 && isFull ? 503 : 200, `call ${calls}`)),
  });
  product = await startProduct({
    environment: { WAYPOST_OUTBOUND_ALLOW: `127.0.0.1/32:${receiver.port}` },
  });
});

afterAll(async () => {
  await product.stop();
  receiver.close();
  removeDataDirectory(product.dataDirectory);
});

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Visits the campaign and reports the same sale three times, as a network would: twice on hold, then approved. */
async function convert(link: string, event: string): Promise<void> {
  const visit = await fetch(`${link}?ext=abc%20123`, {
    redirect: 'manual',
    headers: { 'user-agent': browser },
  });
  const clickId = new URL(visit.headers.get('location') ?? '').searchParams.get('cid') ?? '';
  for (const status of ['hold', 'hold', 'approved'])
    await fetch(`${event}?cid=${clickId}&payout=2.50&txid=T1&status=${status}`);
}

/** Waits until an attempt has succeeded, and returns all attempts. */
async function readAttempts(workspaceId: string): Promise<unknown[]> {
  const rows = await pollUntil(
    async () => {
      const all = await readRecordedRows(readTrafficAddress(product), workspaceId);
      const found = all.filter(({ type }) => type === 'postback');
      return found.some(({ is_success }) => is_success === true) ? found : undefined;
    },
    { timeoutMs: hangLimitMs, intervalMs: 100 },
  );
  return (rows ?? [])
    .toSorted((one, other) => Number(one.attempt) - Number(other.attempt))
    .map(({ attempt, response, external_id }) => ({ attempt, response, externalId: external_id }));
}

test('a conversion triggers one postback with the external click ID, and each attempt is recorded', async () => {
  const { workspaceId, campaignId, link } = await trackWorkspace(product);
  const macros = 'x={externalid}&p={payout}&c={currency}&n={offername}&s={status}&i={postbackid}';
  savePostbackUrl(product, workspaceId, `http://127.0.0.1:${receiver.port}/cb?${macros}`);
  const ids = ['--workspace', workspaceId, '--campaign', campaignId];
  const { event } = lastJson<{ event: string }>(runCommand(product, ['campaign', 'links', ...ids, '--json']));
  await convert(link, event);
  const attempts = rounds(1, 2);
  expect(await readAttempts(workspaceId)).toEqual(
    Array.from({ length: attempts }, (_, index) => ({
      attempt: index + 1,
      response: `call ${index + 1}`,
      externalId: 'abc 123',
    })),
  );
  expect(receiver.requests).toHaveLength(attempts);
  for (const request of receiver.requests) {
    const id = /x-waypost-postback-id: (\S+)/i.exec(request)?.[1] ?? 'none';
    expect(request).toContain(`GET /cb?x=abc%20123&p=2.5&c=USD&n=Offer&s=hold&i=${id} HTTP`);
  }
  expect(product.output()).not.toContain('/cb?');
  const metrics = await (await fetch(`${product.urls.status}/metrics`)).text();
  expect(metrics).toMatch(/waypost_postback_attempts_total\{[^}]*result="delivered"[^}]*\} 1/);
});
