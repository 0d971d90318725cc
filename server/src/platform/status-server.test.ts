import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange, parseResponses } from '../testing/http/raw-http.ts';
import { startStatusServer, type StatusServer } from './status-server.ts';

let server: StatusServer;

beforeAll(async () => {
  const readiness = () => ({ status: 'ready' as const, checks: [] });
  server = await startStatusServer(0, {
    readiness,
    metrics: async () => await Promise.resolve('waypost_up 1\n'),
  });
});

afterAll(() => server.close());

async function get(headers: string): Promise<{ status: number; body: string }> {
  const text = await exchange(server.port, `GET /metrics HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
  return parseResponses(text)[0] ?? { status: 0, body: '' };
}

test.each(['127.0.0.1', '127.0.0.1:9464', 'localhost:9464', 'LOCALHOST', '[::1]:9464'])(
  'the status server serves metrics for the local host %s',
  async (host) => {
    expect(await get(`host: ${host}\r\n`)).toMatchObject({
      status: 200,
      body: expect.stringContaining('waypost_up'),
    });
  },
);

test.each(['rebound.example', 'rebound.example:9464', 'localhost.rebound.example', '127.0.0.1.nip.example'])(
  'the status server rejects the rebound host %s with 403',
  async (host) => {
    const response = await get(`host: ${host}\r\n`);
    expect(response.status).toBe(403);
    expect(response.body).not.toContain('waypost_up');
  },
);

test.each([
  ['two local hosts', 'host: localhost\r\nHost: 127.0.0.1\r\n'],
  ['the same host twice', 'host: localhost\r\nhost: localhost\r\n'],
  ['a local host, then a different one', 'host: localhost\r\nhost: rebound.example\r\n'],
  ['a different host, then a local one', 'host: rebound.example\r\nhost: localhost\r\n'],
])('the status server rejects two Host headers with 400: %s', async (_, headers) => {
  const response = await get(headers);
  expect(response.status).toBe(400);
  expect(response.body).not.toContain('waypost_up');
});
