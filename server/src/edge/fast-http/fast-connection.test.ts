import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { pollUntil } from '../../platform/retry.ts';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeServer } from '../../testing/edge/edge-server.ts';
import { exchange, openRaw, parseResponses, writeRequest } from '../../testing/http/raw-http.ts';
import { FastConnection, type FastServer } from './fast-connection.ts';

const document = makeCampaignDocument();
const { id } = document.campaign;
const link = `/c/${id}`;
const get = (headers: Record<string, string> = {}) =>
  writeRequest('GET', link, { host: 'track.example', ...headers });
const report = JSON.stringify({ c: id });
const post = writeRequest('POST', '/v', { host: 'a', 'content-length': String(report.length) }, report);

const serve = () => makeEdgeServer({ documents: [document] });
const until = (condition: () => boolean) =>
  pollUntil(() => (condition() ? true : undefined), { timeoutMs: 4_000, intervalMs: 2 });

async function sendInTurn(edge: EdgeServer, requests: string[]): Promise<number[]> {
  const { socket, text } = openRaw(edge.port);
  for (const [at, request] of requests.entries()) {
    socket.write(request);
    await until(() => parseResponses(text()).length === at + 1);
  }
  socket.destroy();
  return parseResponses(text()).map(({ status }) => status);
}

function delayRows(edge: EdgeServer): (() => void)[] {
  const pending: (() => void)[] = [];
  edge.parts.visits = { append: (_row, _time, done) => pending.push(() => done('kept')) };
  return pending;
}

describe('FastConnection', () => {
  it('handles simple requests and requests that Node parses, in any order', async () => {
    const edge = await serve();
    const requests = [
      get(),
      get({ cookie: 'a=b' }),
      post,
      get(),
      writeRequest('HEAD', link, { host: 'a' }),
      get(),
    ];
    expect(await sendInTurn(edge, requests)).toEqual([302, 302, 200, 302, 302, 302]);
    expect(edge.visits()).toHaveLength(6);
    expect(edge.failures).toEqual([]);
  });

  it('answers a request that is split at any byte', async () => {
    const edge = await serve();
    const whole = get();
    for (let cut = 1; cut < whole.length; cut += 5) {
      const { socket, text } = openRaw(edge.port);
      socket.setNoDelay(true);
      socket.write(get());
      await until(() => parseResponses(text()).length === 1);
      socket.write(whole.slice(0, cut));
      await edge.send('/healthz');
      socket.write(whole.slice(cut));
      await until(() => parseResponses(text()).length === 2);
      socket.destroy();
      expect(parseResponses(text()).map(({ status }) => status)).toEqual([302, 302]);
    }
  });

  it('answers pipelined requests in order', async () => {
    const edge = await serve();
    const pending = delayRows(edge);
    const { socket, text } = openRaw(edge.port);
    socket.write(get());
    await until(() => pending.length === 1);
    socket.write(writeRequest('GET', '/nothing', { host: 'a' }));
    await edge.send('/healthz');
    expect(text()).toBe('');
    pending[0]?.();
    await until(() => parseResponses(text()).length === 2);
    expect(parseResponses(text()).map(({ status }) => status)).toEqual([302, 404]);
    socket.destroy();
  });

  it('answers all requests received before the client half-closes the connection', async () => {
    const edge = await serve();
    const pending = delayRows(edge);
    const { socket, text, closed } = openRaw(edge.port);
    socket.write(get());
    await until(() => pending.length === 1);
    socket.end(writeRequest('GET', '/nothing', { host: 'a' }));
    await edge.send('/healthz');
    pending[0]?.();
    await closed;
    expect(parseResponses(text()).map(({ status }) => status)).toEqual([302, 404]);
  });

  it('is released if the client disconnects while a row is being written', async () => {
    const edge = await serve();
    const pending = delayRows(edge);
    const { socket } = openRaw(edge.port);
    socket.write(get());
    await until(() => pending.length === 1);
    socket.resetAndDestroy();
    expect(
      await pollUntil(async () => ((await edge.connections()) === 0 ? true : undefined), {
        timeoutMs: 4_000,
        intervalMs: 5,
      }),
    ).toBe(true);
    pending[0]?.();
    expect((await edge.send('/healthz')).status).toBe(200);
    expect(edge.failures).toEqual([]);
  });

  it('stops reading requests until the client reads its response', async () => {
    let acceptWrite: (() => void) | undefined;
    const line = new Duplex({
      allowHalfOpen: true,
      writableHighWaterMark: 10,
      read: () => undefined,
      write: (_chunk, _encoding, done) => void (acceptWrite = done),
    });
    const served: string[] = [];
    const server: FastServer = {
      serve: ({ url }, response) => {
        served.push(url);
        response.writeHead(302, ['location', '/']).end();
        return true;
      },
      handToNode: () => expect.unreachable(),
      commonHeaders: () => '',
      connections: new Set(),
    };
    const connection = new FastConnection(server, line as Socket);
    const turn = () => new Promise(setImmediate);
    for (const at of [1, 2, 3]) {
      line.push(writeRequest('GET', `/${at}`, { host: 'a' }));
      await turn();
    }
    expect(served).toEqual(['/1']);
    expect(connection.waitState(performance.now() + 100)).toMatchObject({ state: 'client' });
    acceptWrite?.();
    await turn();
    expect(served).toEqual(['/1', '/2']);
    acceptWrite?.();
    await turn();
    expect(served).toEqual(['/1', '/2', '/3']);
    acceptWrite?.();
    await turn();
    expect(connection.isIdle).toBe(true);
    line.destroy();
  });

  it('sends the same status and headers as Node', async () => {
    const edge = await serve();
    const names = async (headers: Record<string, string>) => {
      const [answer] = parseResponses(await exchange(edge.port, get(headers)));
      const own = Object.fromEntries(answer?.headers ?? []);
      return {
        status: answer?.status,
        names: Object.keys(own)
          .filter((one) => !/^(?:connection|keep-alive)$/i.test(one))
          .map((one) => one.toLowerCase())
          .toSorted(),
      };
    };
    expect(await names({})).toEqual(await names({ connection: 'close' }));
  });

  it('sends connection: close while the server drains', async () => {
    const edge = await serve();
    const { socket, text, closed } = openRaw(edge.port);
    socket.write(get());
    await until(() => parseResponses(text()).length === 1);
    socket.once('end', () => socket.end());
    const drained = edge.drain();
    socket.write(get());
    await closed;
    await drained;
    const [, last] = parseResponses(text());
    expect(last?.status).toBe(302);
    expect(text()).toMatch(/connection: close/i);
  });

  it('answers the first request of a connection that was opened before the server drains, even after a while', async () => {
    const edge = await serve();
    const { socket, text, closed } = openRaw(edge.port);
    const idle = openRaw(edge.port);
    idle.socket.write(get());
    await until(() => parseResponses(idle.text()).length === 1);
    for (const one of [socket, idle.socket]) one.once('end', () => one.end());
    const drained = edge.drain();
    await idle.closed;
    socket.write(get());
    await closed;
    await drained;
    expect(parseResponses(text()).map(({ status }) => status)).toEqual([302]);
  });
});
