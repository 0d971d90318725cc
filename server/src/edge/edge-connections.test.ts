import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { pollUntil } from '../platform/retry.ts';
import { makeCampaignDocument } from '../testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeServer } from '../testing/edge/edge-server.ts';
import { openRaw, writeRequest } from '../testing/http/raw-http.ts';

const document = makeCampaignDocument();
const link = `/c/${document.campaign.id}`;
const host = { host: 'track.example' };
const get = (headers: Record<string, string> = {}) => writeRequest('GET', link, { ...host, ...headers });
const post = (headers: Record<string, string>, body: string) =>
  writeRequest('POST', '/v', { ...host, ...headers }, body);

describe('the edge server', () => {
  const shortLimits = {
    headersTimeoutMs: 200,
    requestTimeoutMs: 400,
    keepAliveMs: 200,
    checkEveryMs: 50,
    socketTimeoutMs: 300,
  };
  const serveWithShortLimits = () => makeEdgeServer({ documents: [document], limits: shortLimits });

  const waitForConnections = async (edge: EdgeServer, connections: number) => {
    await expect.poll(() => edge.connections(), { interval: 5 }).toBe(connections);
  };

  it.each<[string, string]>([
    ['sends nothing', ''],
    ['does not finish the headers', `GET ${link} HTTP/1.1\r\nhost: a\r\n`],
    ['does not finish the body', post({ 'content-length': '50' }, '{')],
    ['does not finish a body that is not read', get({ 'content-length': '50' })],
    ['does not finish a chunked body', post({ 'transfer-encoding': 'chunked' }, '1\r\n{\r\n')],
    ['stays connected after the response', get()],
    ['stays connected after a malformed request', 'rubbish\r\n\r\n'],
    ['stays connected after a malformed chunk', post({ 'transfer-encoding': 'chunked' }, 'zz\r\n')],
    ['stays connected after announcing a body that is too large', post({ 'content-length': '50000' }, 'x')],
  ])('disconnects a client that %s', async (_, sent) => {
    const edge = await serveWithShortLimits();
    const { socket } = openRaw(edge.port);
    await waitForConnections(edge, 1);
    socket.write(sent); // The client never closes its side.
    await waitForConnections(edge, 0);
    expect(edge.failures).toEqual([]);
  });

  it('disconnects a client that sends its headers too slowly', async () => {
    const edge = await serveWithShortLimits();
    const { socket, closed } = openRaw(edge.port);
    socket.write(`GET ${link} HTTP/1.1\r\nhost: a\r\n`);
    const dripping = setInterval(() => socket.write('x: y\r\n'), 20);
    await closed;
    clearInterval(dripping);
    expect(edge.visits()).toEqual([]);
  });

  it('disconnects a client that keeps sending requests without reading responses', async () => {
    // Disables the limit on pending requests, which would close the connection sooner.
    const limits = { ...shortLimits, pendingPerConnection: Infinity, pendingMax: Infinity };
    const edge = await makeEdgeServer({ limits });
    const { socket } = openRaw(edge.port);
    socket.pause();
    await waitForConnections(edge, 1);
    const many = writeRequest('GET', '/t.js', { host: 'a' }).repeat(500);
    // Fills the buffers, so that the server stops reading requests until the client reads responses.
    while (socket.write(many));
    socket.on('drain', () => socket.write(many));
    await waitForConnections(edge, 0);
    socket.destroy();
    // The next client must be served. The request is repeated, because its connection may time out on a busy machine.
    await expect.poll(async () => (await edge.send('/healthz')).status).toBe(200);
    expect(edge.failures).toEqual([]);
  });

  it('answers a client that half-closed its connection, even if the row is written late', async () => {
    const edge = await makeEdgeServer({ documents: [document] });
    const pending: (() => void)[] = [];
    edge.parts.visits = { append: (_row, _time, done) => pending.push(() => done('kept')) };
    const { socket, text, closed } = openRaw(edge.port);
    socket.end(get());
    // The health check returns only after the server has seen the half-close.
    await pollUntil(() => (pending.length === 1 ? true : undefined), { timeoutMs: 4_000, intervalMs: 5 });
    expect((await edge.send('/healthz')).status).toBe(200);
    pending[0]?.();
    await closed;
    expect(text()).toMatch(/^HTTP\/1\.1 302 /);
    const isGone = async () => ((await edge.connections()) === 0 ? true : undefined);
    expect(await pollUntil(isGone, { timeoutMs: 4_000, intervalMs: 5 })).toBe(true);
  });

  it('disconnects a client that pipelines hundreds of requests, and keeps serving others', async () => {
    const edge = await makeEdgeServer({ documents: [document] });
    const pending: (() => void)[] = [];
    // Simulates a slow disk.
    edge.parts.visits = { append: (_row, _time, done) => pending.push(() => done('kept')) };
    const { socket, closed } = openRaw(edge.port);
    socket.write(get().repeat(3_000));
    socket.once('end', () => socket.destroy());
    expect(await closed).toBe('');
    expect(pending).toHaveLength(100);
    for (const answer of pending) answer();
    const next = edge.send(link);
    await pollUntil(() => (pending.length > 100 ? true : undefined), { timeoutMs: 4_000, intervalMs: 5 });
    pending.at(-1)?.();
    expect((await next).status).toBe(302);
    expect(edge.failures).toEqual([]);
  });

  it('allows only one pending request per connection once the total limit is reached', async () => {
    const limits = { pendingMax: 3, pendingPerConnection: 3 };
    const edge = await makeEdgeServer({ documents: [document], limits });
    const pending: (() => void)[] = [];
    edge.parts.visits = { append: (_row, _time, done) => pending.push(() => done('kept')) };
    const singleRequests = Array.from({ length: 6 }, () => edge.send(link));
    await pollUntil(() => (pending.length === 6 ? true : undefined), { timeoutMs: 4_000, intervalMs: 5 });
    const { socket, closed } = openRaw(edge.port);
    socket.write(get().repeat(2));
    socket.once('end', () => socket.destroy());
    expect(await closed).toBe('');
    for (const answer of pending) answer();
    expect((await Promise.all(singleRequests)).map(({ status }) => status)).toEqual(
      singleRequests.map(() => 302),
    );
    // Requests that were answered or disconnected no longer count toward the limit.
    const last = openRaw(edge.port);
    pending.length = 0;
    last.socket.write(get().repeat(3));
    await pollUntil(() => (pending.length === 3 ? true : undefined), { timeoutMs: 4_000, intervalMs: 5 });
    for (const answer of pending) answer();
    await once(last.socket, 'data');
    last.socket.destroy();
  });

  it('closes idle connections once more than half of the allowed connections are open', async () => {
    const limits = { connectionsMax: 20, checkEveryMs: 50 };
    const edge = await makeEdgeServer({ documents: [document], limits });
    const idle = Array.from({ length: 18 }, () => openRaw(edge.port));
    // The server may close some of these connections before they send a request, because a connection without a request
    // counts as idle.
    for (const { socket } of idle) {
      socket.once('end', () => socket.end());
      socket.write(get());
    }
    await Promise.all(idle.map(({ closed }) => closed));
    expect((await edge.send(link)).status).toBe(302);
  });

  it('refuses new connections at the limit without affecting open ones', async () => {
    const edge = await makeEdgeServer({ documents: [document], limits: { connectionsMax: 5 } });
    const silent = Array.from({ length: 4 }, () => openRaw(edge.port));
    await Promise.all(silent.map(({ socket }) => once(socket, 'connect')));
    const { socket } = openRaw(edge.port);
    await once(socket, 'connect');
    const late = openRaw(edge.port);
    late.socket.once('end', () => late.socket.end());
    expect(await late.closed).toBe('');
    socket.write(get());
    await once(socket, 'data');
    for (const one of silent) one.socket.destroy();
  });
});
