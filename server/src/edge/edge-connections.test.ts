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

describe('who keeps a connection without using it', () => {
  const short = {
    headersTimeoutMs: 200,
    requestTimeoutMs: 400,
    keepAliveMs: 200,
    checkEveryMs: 50,
    socketTimeoutMs: 300,
  };
  const serveShortly = () => makeEdgeServer({ documents: [document], limits: short });

  const untilThereAre = async (edge: EdgeServer, connections: number) => {
    await expect.poll(() => edge.connections(), { interval: 5 }).toBe(connections);
  };

  it.each<[string, string]>([
    ['says nothing', ''],
    ['does not finish a head', `GET ${link} HTTP/1.1\r\nhost: a\r\n`],
    ['does not finish a body', post({ 'content-length': '50' }, '{')],
    ['does not finish a body that nobody reads', get({ 'content-length': '50' })],
    ['does not finish its chunks', post({ 'transfer-encoding': 'chunked' }, '1\r\n{\r\n')],
    ['was answered and stays', get()],
    ['was told off and stays', 'rubbish\r\n\r\n'],
    ['was told off in the middle of a body and stays', post({ 'transfer-encoding': 'chunked' }, 'zz\r\n')],
    ['has too much to say and stays', post({ 'content-length': '50000' }, 'x')],
  ])('is shown out: who %s', async (_, sent) => {
    const edge = await serveShortly();
    const { socket } = openRaw(edge.port);
    await untilThereAre(edge, 1);
    // It never closes its side, whatever the other does.
    socket.write(sent);
    await untilThereAre(edge, 0);
    expect(edge.failures).toEqual([]);
  });

  it('is shown out although a little comes now and then', async () => {
    const edge = await serveShortly();
    const { socket, closed } = openRaw(edge.port);
    socket.write(`GET ${link} HTTP/1.1\r\nhost: a\r\n`);
    const dripping = setInterval(() => socket.write('x: y\r\n'), 20);
    await closed;
    clearInterval(dripping);
    expect(edge.visits()).toEqual([]);
  });

  it('is shown out who asks on and on and never takes an answer', async () => {
    // Without the limit of what may wait for an answer, which would end it sooner.
    const limits = { ...short, waitingPerConnection: Infinity, waitingMax: Infinity };
    const edge = await makeEdgeServer({ limits });
    const { socket } = openRaw(edge.port);
    socket.pause();
    await untilThereAre(edge, 1);
    const many = writeRequest('GET', '/t.js', { host: 'a' }).repeat(500);
    // As much as the server takes: it stops reading when nobody reads what it says.
    while (socket.write(many));
    socket.on('drain', () => socket.write(many));
    await untilThereAre(edge, 0);
    socket.destroy();
    // Who comes next is served; where the machine is so busy that it seems silent for as long as that one was, at last.
    await expect.poll(async () => (await edge.send('/healthz')).status).toBe(200);
    expect(edge.failures).toEqual([]);
  });

  it('is still answered who said that nothing more will follow, although the row takes its time', async () => {
    const edge = await makeEdgeServer({ documents: [document] });
    const held: (() => void)[] = [];
    edge.parts.visits = { append: (_row, _time, done) => held.push(() => done('kept')) };
    const { socket, text, closed } = openRaw(edge.port);
    socket.end(get());
    // Long enough for the server to have seen the end: it answers another one meanwhile.
    await pollUntil(() => (held.length === 1 ? true : undefined), { timeoutMs: 4_000, intervalMs: 5 });
    expect((await edge.send('/healthz')).status).toBe(200);
    held[0]?.();
    await closed;
    expect(text()).toMatch(/^HTTP\/1\.1 302 /);
    const isGone = async () => ((await edge.connections()) === 0 ? true : undefined);
    expect(await pollUntil(isGone, { timeoutMs: 4_000, intervalMs: 5 })).toBe(true);
  });

  it('is cut off who asks hundreds of times before the first answer, and nothing of it is left', async () => {
    const edge = await makeEdgeServer({ documents: [document] });
    const held: (() => void)[] = [];
    // As with a disk that takes its time.
    edge.parts.visits = { append: (_row, _time, done) => held.push(() => done('kept')) };
    const { socket, closed } = openRaw(edge.port);
    socket.write(get().repeat(3_000));
    socket.once('end', () => socket.destroy());
    expect(await closed).toBe('');
    expect(held).toHaveLength(100);
    for (const answer of held) answer();
    const next = edge.send(link);
    await pollUntil(() => (held.length > 100 ? true : undefined), { timeoutMs: 4_000, intervalMs: 5 });
    held.at(-1)?.();
    expect((await next).status).toBe(302);
    expect(edge.failures).toEqual([]);
  });

  it('may ask one thing at a time where many wait, and no more', async () => {
    const limits = { waitingMax: 3, waitingPerConnection: 3 };
    const edge = await makeEdgeServer({ documents: [document], limits });
    const held: (() => void)[] = [];
    edge.parts.visits = { append: (_row, _time, done) => held.push(() => done('kept')) };
    const single = Array.from({ length: 6 }, () => edge.send(link));
    await pollUntil(() => (held.length === 6 ? true : undefined), { timeoutMs: 4_000, intervalMs: 5 });
    const { socket, closed } = openRaw(edge.port);
    socket.write(get().repeat(2));
    socket.once('end', () => socket.destroy());
    expect(await closed).toBe('');
    for (const answer of held) answer();
    expect((await Promise.all(single)).map(({ status }) => status)).toEqual(single.map(() => 302));
    // Those who were answered, and the one who was cut off, do not count any more.
    const last = openRaw(edge.port);
    held.length = 0;
    last.socket.write(get().repeat(3));
    await pollUntil(() => (held.length === 3 ? true : undefined), { timeoutMs: 4_000, intervalMs: 5 });
    for (const answer of held) answer();
    await once(last.socket, 'data');
    last.socket.destroy();
  });

  it('makes room for others where many are open', async () => {
    const limits = { connectionsMax: 20, checkEveryMs: 50 };
    const edge = await makeEdgeServer({ documents: [document], limits });
    const idle = Array.from({ length: 18 }, () => openRaw(edge.port));
    // Some may be closed before they have asked: they are idle, too.
    for (const { socket } of idle) {
      socket.once('end', () => socket.end());
      socket.write(get());
    }
    await Promise.all(idle.map(({ closed }) => closed));
    expect((await edge.send(link)).status).toBe(302);
  });

  it('is turned away at once where all are taken, and the others do not notice', async () => {
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
