import { connect, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  formatResponse,
  startRawServer,
  type RawServer,
  type RawServerOptions,
} from '../../testing/http/raw-server.ts';
import { summarizeResult, makeTestClient } from '../../testing/outbound/outbound.ts';
import type { OutboundClient, OutboundClientOptions } from './create-outbound-client.ts';

const opened: (RawServer | OutboundClient)[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const answer = (socket: Socket) => socket.write(formatResponse(200));

async function startServer(options: RawServerOptions = { onRequest: answer }): Promise<RawServer> {
  const server = await startRawServer(options);
  opened.push(server);
  return server;
}

function caller(servers: RawServer[], options: Partial<OutboundClientOptions> = {}) {
  const client = makeTestClient(
    servers.map(({ port }) => port),
    options,
  );
  opened.push(client);
  const call = async (host: string, partition = 'w1', method: 'GET' | 'POST' = 'GET') =>
    summarizeResult(await client.send({ url: `http://${host}:${servers[0]?.port}/`, method, partition }));
  return { client, call };
}

describe('a connection', () => {
  it('is reused for the same workspace, origin and address', async () => {
    const server = await startServer();
    const { call, client } = caller([server]);
    for (let round = 0; round < 5; round += 1) expect(await call('a.example.com')).toBe(200);
    expect(server.connections()).toBe(1);
    expect(client.counts()).toEqual({ calls: 0, idleConnections: 1 });
    client.close();
    await expect.poll(() => client.counts().idleConnections).toBe(0);
  });

  it('is never reused for a different workspace, name or address', async () => {
    const server = await startServer();
    let address = '127.0.0.1';
    const { call } = caller([server], { lookUp: async () => [address] });
    await call('a.example.com', 'w1');
    await call('a.example.com', 'w2');
    expect(server.connections()).toBe(2);
    await call('b.example.com', 'w1');
    expect(server.connections()).toBe(3);
    address = '127.0.0.2';
    // The server does not listen on the new address, so the call would succeed only if it reused a connection.
    expect(await call('a.example.com', 'w1')).toBe('connect');
  });

  it('is not reused if its host name now resolves to a forbidden address', async () => {
    const server = await startServer();
    let address = '127.0.0.1';
    const { call } = caller([server], { lookUp: async () => [address] });
    expect(await call('a.example.com')).toBe(200);
    address = '10.0.0.1';
    expect(await call('a.example.com')).toBe('blocked_address');
    expect(server.requests).toHaveLength(1);
  });

  it('is closed after the idle timeout', async () => {
    const server = await startServer();
    const { call, client } = caller([server], { limits: { idleMs: 30 } });
    await call('a.example.com');
    await expect.poll(() => client.counts().idleConnections).toBe(0);
  });

  it('is closed if another one becomes idle before it is used', async () => {
    const server = await startServer();
    const sockets: Socket[] = [];
    const { promise: isFirstAnswered, resolve } = Promise.withResolvers<void>();
    const openSocket = (host: string, port: number) => {
      const socket = new Socket();
      const dialed = sockets.push(socket) === 1 ? Promise.resolve() : isFirstAnswered;
      void dialed.then(() => socket.connect({ host, port }));
      return socket;
    };
    const { call, client } = caller([server], { openSocket });
    const second = [call('a.example.com'), call('a.example.com')][1];
    await expect.poll(() => client.counts().idleConnections).toBe(1);
    resolve();
    expect(await second).toBe(200);
    await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([false, true]);
  });

  it('is not kept open if enough connections are idle or the receiver closes it', async () => {
    const server = await startServer();
    const { call, client } = caller([server], { limits: { idleMax: 2 } });
    for (const partition of ['w1', 'w2', 'w3', 'w4']) await call('a.example.com', partition);
    expect(client.counts().idleConnections).toBe(2);
    const closing = await startServer({
      onRequest: (socket) => socket.write(formatResponse(200, '', { connection: 'close' })),
    });
    const other = caller([closing]);
    await other.call('a.example.com');
    expect(other.client.counts().idleConnections).toBe(0);
  });

  it('that the receiver has closed is replaced with a new one', async () => {
    const sockets: Socket[] = [];
    const server = await startServer({ onRequest: answer, onConnection: (socket) => sockets.push(socket) });
    const { call, client } = caller([server]);
    await call('a.example.com');
    sockets[0]?.destroy();
    await expect.poll(() => client.counts().idleConnections).toBe(0);
    expect(await call('a.example.com', 'w1', 'POST')).toBe(200);
    expect(server.connections()).toBe(2);
  });

  it.each(['GET', 'POST'] as const)(
    'that is closed during a %s fails the call, which is not repeated',
    async (method) => {
      const server = await startServer({
        onRequest: (socket) =>
          server.requests.length === 1 ? socket.write(formatResponse(200)) : socket.destroy(),
      });
      const { call } = caller([server]);
      await call('a.example.com');
      expect(await call('a.example.com', 'w1', method)).toBe('stale_connection');
      expect(server.requests).toHaveLength(2);
      expect(server.connections()).toBe(1);
    },
  );
});

describe('dialing', () => {
  it('tries all addresses of a name, IPv4 before IPv6', async () => {
    const server = await startServer({ onRequest: answer, address: '::1' });
    const { call } = caller([server], { lookUp: async () => ['::1', '127.0.0.7', '127.0.0.8'] });
    expect(await call('a.example.com')).toBe(200);
  });

  it('reaches an IPv6 address, and fails if nothing listens at the address', async () => {
    const server = await startServer({ onRequest: answer, address: '::1' });
    const { call } = caller([server]);
    expect(await call('[::1]')).toBe(200);
    expect(server.requests[0]).toContain(`host: [::1]:${server.port}\r\n`);
    expect(await call('127.0.0.9')).toBe('connect');
  });

  it('tries the next address if an address does not respond within part of the time limit', async () => {
    const server = await startServer();
    const { call } = caller([server], {
      lookUp: async () => ['127.0.0.3', '127.0.0.1'],
      limits: { attemptMs: 50 },
      openSocket: (address, port) =>
        address === '127.0.0.3' ? new Socket() : connect({ host: address, port }),
    });
    expect(await call('a.example.com')).toBe(200);
  });

  it('has a time limit for all addresses together', async () => {
    const dialed: Socket[] = [];
    const { call } = caller([await startServer()], {
      lookUp: async () => ['127.0.0.3', '127.0.0.4', '127.0.0.5'],
      limits: { attemptMs: 60, connectMs: 100 },
      openSocket: () => {
        dialed.push(new Socket());
        return dialed.at(-1) as Socket;
      },
    });
    expect(await call('a.example.com')).toBe('connect_timeout');
    expect(dialed.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });
});

describe('concurrent calls', () => {
  it('are limited per host and in total, and any call above a limit fails immediately', async () => {
    const silent = await startServer({});
    const { call, client } = caller([silent], {
      limits: { callsMax: 5, callsPerHostMax: 3, totalMs: 400 },
    });
    const waiting = ['a', 'a', 'a', 'b', 'b'].map((host) => call(`${host}.example.com`));
    expect(await call('a.example.com')).toBe('busy');
    expect(await call('c.example.com')).toBe('busy');
    expect(client.counts().calls).toBe(5);
    expect(await Promise.all(waiting)).toEqual(Array(5).fill('timeout'));
    expect(client.counts()).toEqual({ calls: 0, idleConnections: 0 });
  });

  it('to unresponsive hosts do not delay calls to other hosts', async () => {
    const [silent, alive] = [await startServer({}), await startServer()];
    const { client } = caller([silent, alive], { limits: { totalMs: 5_000 } });
    const stop = new AbortController();
    const dead = Array.from({ length: 320 }, (_, index) =>
      client.send({
        url: `http://dead-${index % 20}.example.com:${silent.port}/`,
        method: 'GET',
        partition: 'w1',
        signal: stop.signal,
      }),
    );
    await expect.poll(() => silent.requests.length).toBe(320);
    const results = await Promise.all(
      Array.from({ length: 16 }, () =>
        client.send({ url: `http://alive.example.com:${alive.port}/`, method: 'GET', partition: 'w1' }),
      ),
    );
    expect(results.map(summarizeResult)).toEqual(Array(16).fill(200));
    // The documented limit for an otherwise idle machine is a tenth of this value.
    expect(Math.max(...results.map(({ durationMs }) => durationMs))).toBeLessThan(1_000);
    stop.abort();
    expect((await Promise.all(dead)).map(summarizeResult)).toEqual(Array(320).fill('aborted'));
  });
});
