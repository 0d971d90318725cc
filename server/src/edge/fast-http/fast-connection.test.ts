import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { pollUntil } from '../../platform/retry.ts';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeServer } from '../../testing/edge/edge-server.ts';
import { exchange, openRaw, readAnswers, writeRequest } from '../../testing/http/raw-http.ts';
import { FastConnection, type FastServing } from './fast-connection.ts';

const document = makeCampaignDocument();
const { id } = document.campaign;
const link = `/c/${id}`;
const get = (headers: Record<string, string> = {}) =>
  writeRequest('GET', link, { host: 'track.example', ...headers });
const report = JSON.stringify({ c: id });
const post = writeRequest('POST', '/v', { host: 'a', 'content-length': String(report.length) }, report);

const serve = () => makeEdgeServer({ documents: [document] });
const until = (holds: () => boolean) =>
  pollUntil(() => (holds() ? true : undefined), { timeoutMs: 4_000, intervalMs: 2 });

/** Sends one after the other, each when the one before it is answered. */
async function converse(edge: EdgeServer, sent: string[]): Promise<number[]> {
  const { socket, text } = openRaw(edge.port);
  for (const [at, request] of sent.entries()) {
    socket.write(request);
    await until(() => readAnswers(text()).length === at + 1);
  }
  socket.destroy();
  return readAnswers(text()).map(({ status }) => status);
}

function holdRows(edge: EdgeServer): (() => void)[] {
  const held: (() => void)[] = [];
  edge.parts.visits = { append: (_row, _time, done) => held.push(() => done('kept')) };
  return held;
}

describe('a connection', () => {
  it('may bring plain requests and others in any order', async () => {
    const edge = await serve();
    const sent = [
      get(),
      get({ cookie: 'a=b' }),
      post,
      get(),
      writeRequest('HEAD', link, { host: 'a' }),
      get(),
    ];
    expect(await converse(edge, sent)).toEqual([302, 302, 200, 302, 302, 302]);
    expect(edge.visits()).toHaveLength(6);
    expect(edge.failures).toEqual([]);
  });

  it('is answered wherever its request was cut in two', async () => {
    const edge = await serve();
    const whole = get();
    for (let cut = 1; cut < whole.length; cut += 5) {
      const { socket, text } = openRaw(edge.port);
      socket.setNoDelay(true);
      socket.write(get());
      await until(() => readAnswers(text()).length === 1);
      socket.write(whole.slice(0, cut));
      await edge.send('/healthz');
      socket.write(whole.slice(cut));
      await until(() => readAnswers(text()).length === 2);
      socket.destroy();
      expect(readAnswers(text()).map(({ status }) => status)).toEqual([302, 302]);
    }
  });

  it('is answered in turn where the next request comes before the answer', async () => {
    const edge = await serve();
    const held = holdRows(edge);
    const { socket, text } = openRaw(edge.port);
    socket.write(get());
    await until(() => held.length === 1);
    socket.write(writeRequest('GET', '/nothing', { host: 'a' }));
    await edge.send('/healthz');
    expect(text()).toBe('');
    held[0]?.();
    await until(() => readAnswers(text()).length === 2);
    expect(readAnswers(text()).map(({ status }) => status)).toEqual([302, 404]);
    socket.destroy();
  });

  it('is answered all that it asked before it said that nothing more will follow', async () => {
    const edge = await serve();
    const held = holdRows(edge);
    const { socket, text, closed } = openRaw(edge.port);
    socket.write(get());
    await until(() => held.length === 1);
    socket.end(writeRequest('GET', '/nothing', { host: 'a' }));
    await edge.send('/healthz');
    held[0]?.();
    await closed;
    expect(readAnswers(text()).map(({ status }) => status)).toEqual([302, 404]);
  });

  it('that breaks while its row is being kept leaves nothing behind', async () => {
    const edge = await serve();
    const held = holdRows(edge);
    const { socket } = openRaw(edge.port);
    socket.write(get());
    await until(() => held.length === 1);
    socket.resetAndDestroy();
    expect(
      await pollUntil(async () => ((await edge.connections()) === 0 ? true : undefined), {
        timeoutMs: 4_000,
        intervalMs: 5,
      }),
    ).toBe(true);
    held[0]?.();
    expect((await edge.send('/healthz')).status).toBe(200);
    expect(edge.failures).toEqual([]);
  });

  it('on which no answer is taken is asked for nothing more until it is', async () => {
    let take: (() => void) | undefined;
    const line = new Duplex({
      allowHalfOpen: true,
      writableHighWaterMark: 10,
      read: () => undefined,
      write: (_chunk, _encoding, done) => void (take = done),
    });
    const served: string[] = [];
    const serving: FastServing = {
      serve: ({ url }, answer) => {
        served.push(url);
        answer.writeHead(302, ['location', '/']).end();
        return true;
      },
      handOver: () => expect.unreachable(),
      commonHeaders: () => '',
      connections: new Set(),
    };
    const connection = new FastConnection(serving, line as Socket);
    const turn = () => new Promise(setImmediate);
    for (const at of [1, 2, 3]) {
      line.push(writeRequest('GET', `/${at}`, { host: 'a' }));
      await turn();
    }
    expect(served).toEqual(['/1']);
    expect(connection.waitsFor(performance.now() + 100)).toMatchObject({ what: 'visitor' });
    take?.();
    await turn();
    expect(served).toEqual(['/1', '/2']);
    take?.();
    await turn();
    expect(served).toEqual(['/1', '/2', '/3']);
    take?.();
    await turn();
    expect(connection.isIdle).toBe(true);
    line.destroy();
  });

  it('is answered here as Node would: the same status and the same headers', async () => {
    const edge = await serve();
    const names = async (headers: Record<string, string>) => {
      const [answer] = readAnswers(await exchange(edge.port, get(headers)));
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

  it('is told to come back on another one when the server is about to stop', async () => {
    const edge = await serve();
    const { socket, text, closed } = openRaw(edge.port);
    socket.write(get());
    await until(() => readAnswers(text()).length === 1);
    socket.once('end', () => socket.end());
    const drained = edge.drain();
    socket.write(get());
    await closed;
    await drained;
    const [, last] = readAnswers(text());
    expect(last?.status).toBe(302);
    expect(text()).toMatch(/connection: close/i);
  });
});
