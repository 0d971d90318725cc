import { connect } from 'node:net';
import { createWaypostClient } from '../client/waypost-client.ts';
import { systemCode } from '../server/src/platform/errors.ts';
import { pollUntil } from '../server/src/platform/retry.ts';
import type { Product } from '../server/src/testing/product/product.ts';

const tickMs = 2;
const shippedWithinMs = 60_000;

export type Answer = { sentAt: number; ms: number };

// Sends visits at a steady rate, each on a new connection.
export function startVisitors({ urls }: Product, requests: readonly string[], perSecond: number) {
  const port = Number(new URL(urls.edge).port);
  const answers: Answer[] = [];
  const failures = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const beganAt = performance.now();
  const follow = async (request: string) => {
    const sentAt = performance.now();
    const failure = await send(port, request);
    if (failure === undefined) answers.push({ sentAt, ms: performance.now() - sentAt });
    else failures.set(failure, (failures.get(failure) ?? 0) + 1);
  };
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - beganAt) / 1_000) * perSecond);
    for (; sent < due; sent += 1) {
      const visit = follow(requests[sent % requests.length] ?? '').finally(() => running.delete(visit));
      running.add(visit);
    }
  }, tickMs);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
  return { answers, failures, stop };
}

// Sends one visit on a new connection, and returns why it failed, if it did.
function send(port: number, request: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    socket.once('connect', () => socket.write(request));
    socket.once('data', (text: string) => {
      resolve(text.startsWith('HTTP/1.1 302') ? undefined : text.slice(0, text.indexOf('\r')));
      socket.destroy();
    });
    socket.once('error', (error) => resolve(systemCode(error) ?? error.message));
    socket.once('close', () => resolve('closed'));
  });
}

export function summarize(answers: readonly Answer[]): string[] {
  const sorted = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
  return [String(sorted.length), at(0.5), at(0.99), at(1)];
}

export function describeFailures(failures: ReadonlyMap<string, number>): string {
  return failures.size === 0 ? 'none' : [...failures].map(([why, count]) => `${count} ${why}`).join(', ');
}

export async function countRecorded(product: Product, token: string): Promise<number> {
  const client = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token });
  const query = { from: '2020-01-01', to: '2099-12-31', timezone: 'UTC', metrics: ['visits' as const] };
  const { rows } = await client.getReport({ query });
  return (rows[0] as { visits?: number } | undefined)?.visits ?? 0;
}

// Returns the last count if not all visits are recorded in time.
export async function waitUntilRecorded(product: Product, token: string, wanted: number): Promise<number> {
  let recorded = 0;
  const check = async () => {
    recorded = await countRecorded(product, token);
    return recorded >= wanted ? true : undefined;
  };
  await pollUntil(check, { timeoutMs: shippedWithinMs, intervalMs: 500 });
  return recorded;
}
