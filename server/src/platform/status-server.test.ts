import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange, readAnswers } from '../testing/http/raw-http.ts';
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

async function ask(headers: string): Promise<{ status: number; body: string }> {
  const text = await exchange(server.port, `GET /metrics HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
  return readAnswers(text)[0] ?? { status: 0, body: '' };
}

test.each(['127.0.0.1', '127.0.0.1:9464', 'localhost:9464', 'LOCALHOST', '[::1]:9464'])(
  'numbers are told to who asks for this machine as %s',
  async (host) => {
    expect(await ask(`host: ${host}\r\n`)).toMatchObject({
      status: 200,
      body: expect.stringContaining('waypost_up'),
    });
  },
);

test.each(['rebound.example', 'rebound.example:9464', 'localhost.rebound.example', '127.0.0.1.nip.example'])(
  'a page whose name was pointed here, such as %s, reads nothing',
  async (host) => {
    const answer = await ask(`host: ${host}\r\n`);
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('waypost_up');
  },
);

test.each([
  ['two that are ours', 'host: localhost\r\nHost: 127.0.0.1\r\n'],
  ['the same twice', 'host: localhost\r\nhost: localhost\r\n'],
  ['ours and another', 'host: localhost\r\nhost: rebound.example\r\n'],
  ['another and ours', 'host: rebound.example\r\nhost: localhost\r\n'],
])('a request that names two hosts is no request: %s', async (_, headers) => {
  const answer = await ask(headers);
  expect(answer.status).toBe(400);
  expect(answer.body).not.toContain('waypost_up');
});
