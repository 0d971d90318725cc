import { afterEach, describe, expect, it } from 'vitest';
import { formatResponse, startRawServer, type RawServer } from '../../testing/http/raw-server.ts';
import { recordDials } from '../../testing/outbound/dial-recorder.ts';
import { forbiddenAnswers, forbiddenHosts } from '../../testing/outbound/forbidden-hosts.ts';
import { startNameServer, type NameServer } from '../../testing/outbound/name-server.ts';
import { summarizeResult, makeTestLookUp } from '../../testing/outbound/outbound.ts';
import {
  createOutboundClient,
  type OutboundClient,
  type OutboundClientOptions,
} from './create-outbound-client.ts';

const opened: (RawServer | OutboundClient | NameServer)[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function startTrap(): Promise<RawServer> {
  const trap = await startRawServer({
    address: '::',
    onRequest: (socket) => socket.write(formatResponse(200)),
  });
  opened.push(trap);
  return trap;
}

function openClient(options: Partial<OutboundClientOptions> = {}): OutboundClient {
  const client = createOutboundClient({ allow: [], ownAddresses: () => [], ...options });
  opened.push(client);
  return client;
}

const brief = async (client: OutboundClient, url: string) =>
  summarizeResult(await client.send({ url, method: 'GET', partition: 'w1' }));

const hosts = [...forbiddenHosts, ...Object.keys(forbiddenAnswers)];

describe('forbidden addresses', () => {
  it('are never dialed, regardless of the notation in the URL', async () => {
    const trap = await startTrap();
    const dials = recordDials();
    const client = openClient({
      openSocket: dials.openSocket,
      lookUp: async (name) => forbiddenAnswers[name] ?? ['127.0.0.1'],
    });
    const urls = hosts.flatMap((host) => [
      `http://${host}:${trap.port}/`,
      `https://${host}:${trap.port}/p?c=1`,
      `http://${host}/#@example.com`,
      `https://${host}?u=http://example.com/`,
    ]);
    expect(urls.length).toBeGreaterThanOrEqual(300);
    const results = await Promise.all(urls.map(async (url) => [url, await brief(client, url)]));
    expect(results.filter(([, result]) => result !== 'blocked_address')).toEqual([]);
    expect(dials.addresses).toEqual([]);
    expect(trap.connections()).toBe(0);
  });

  it('are reported only with an error and a duration, so that targets cannot be told apart', async () => {
    const client = openClient({ lookUp: async () => ['10.1.2.3'] });
    for (const url of ['http://10.1.2.3/', 'http://secret.example.com/', 'http://localhost/']) {
      const result = await client.send({ url, method: 'GET', partition: 'w1' });
      expect(result).toEqual({
        kind: 'failed',
        error: 'blocked_address',
        durationMs: expect.any(Number) as number,
      });
    }
  });

  it.each([22, 25, 5432, 6379, 8123, 9000, 27017])('include port %i of public hosts', async (port) => {
    const dials = recordDials();
    const client = openClient({ openSocket: dials.openSocket, lookUp: async () => ['93.184.215.14'] });
    for (const host of ['93.184.215.14', 'a.example.com'])
      expect(await brief(client, `http://${host}:${port}/`)).toBe('blocked_address');
    expect(dials.addresses).toEqual([]);
  });

  it('include public addresses that belong to this machine or the engines', async () => {
    const dials = recordDials();
    const client = openClient({
      openSocket: dials.openSocket,
      ownAddresses: () => ['93.184.215.14', '2606:4700::5'],
      lookUp: async (name) => [name.startsWith('six') ? '2606:4700::5' : '93.184.215.14'],
    });
    for (const host of ['93.184.215.14', 'four.example.com', 'six.example.com', '[2606:4700::5]'])
      expect(await brief(client, `http://${host}/`)).toBe('blocked_address');
    expect(dials.addresses).toEqual([]);
    expect(await brief(client, 'http://93.184.215.15/')).toBe('connect');
    expect(dials.addresses).toEqual(['93.184.215.15']);
  });

  it('are also detected if the socket connects to an address other than the one dialed', async () => {
    const [meant, trap] = [await startTrap(), await startTrap()];
    const { openSocket } = recordDials();
    const client = openClient({
      allow: [{ range: '127.0.0.1', port: meant.port }],
      openSocket: (_, port) => openSocket('127.0.0.2', port),
    });
    expect(await brief(client, `http://127.0.0.1:${meant.port}/`)).toBe('blocked_address');
    expect([...meant.requests, ...trap.requests]).toEqual([]);
  });
});

describe('the allowlist', () => {
  it('permits only its range and port, for addresses and host names', async () => {
    const [open, closed] = [await startTrap(), await startTrap()];
    const client = openClient({
      allow: [{ range: '127.0.0.0/30', port: open.port }],
      lookUp: async (name) => [name.startsWith('in') ? '127.0.0.3' : '127.0.0.4'],
    });
    const at = (host: string, { port }: RawServer) => brief(client, `http://${host}:${port}/`);
    for (const host of ['127.0.0.1', '127.0.0.3', '127.1', '[::ffff:7f00:2]', 'in.example.com'])
      expect(await at(host, open), host).toBe(200);
    for (const host of [
      '127.0.0.4',
      '[::1]',
      '[::ffff:127.0.0.4]',
      'out.example.com',
      'localhost',
      '0.0.0.0',
    ])
      expect(await at(host, open), host).toBe('blocked_address');
    for (const host of ['127.0.0.1', 'in.example.com'])
      expect(await at(host, closed), host).toBe('blocked_address');
    expect(closed.connections()).toBe(0);
  });

  it('is empty by default', async () => {
    const trap = await startTrap();
    expect(await brief(openClient(), `http://127.0.0.1:${trap.port}/`)).toBe('blocked_address');
    expect(trap.connections()).toBe(0);
  });
});

describe('a host name', () => {
  it('that first resolves to a public and then to a private address is dialed only at the public one', async () => {
    const dials = recordDials();
    const answers = ['93.184.215.14', '127.0.0.1'];
    let lookups = 0;
    const client = openClient({
      openSocket: dials.openSocket,
      lookUp: async () => [answers[lookups++] ?? '127.0.0.1'],
    });
    expect(await brief(client, 'http://rebind.example.com/')).toBe('connect');
    expect(await brief(client, 'http://rebind.example.com/')).toBe('blocked_address');
    expect(lookups).toBe(2);
    expect(dials.addresses).toEqual(['93.184.215.14']);
  });

  it('is resolved again for each call, whatever the TTL, and every returned address is checked', async () => {
    const trap = await startTrap();
    const names = await startNameServer((name, _kind, earlier) => {
      if (name === 'mixed.example.com') return ['93.184.215.14', '::1'];
      if (name === 'mapped.example.com') return ['::ffff:127.0.0.1'];
      if (name === 'six.example.com') return ['2606:4700:4700::1111'];
      return earlier === 0 ? ['93.184.215.14'] : ['127.0.0.1'];
    });
    opened.push(names);
    const dials = recordDials();
    const client = openClient({ openSocket: dials.openSocket, lookUp: makeTestLookUp(names.address) });
    const at = (name: string) => brief(client, `http://${name}.example.com:${trap.port}/`);
    expect(await at('rebind')).toBe('connect');
    expect(names.queries.toSorted()).toEqual(['A rebind.example.com', 'AAAA rebind.example.com']);
    for (const name of ['rebind', 'rebind', 'mixed', 'mapped'])
      expect(await at(name), name).toBe('blocked_address');
    expect(await at('six')).toBe('connect');
    expect(dials.addresses).toEqual(['93.184.215.14', '2606:4700:4700::1111']);
    expect(trap.connections()).toBe(0);
  });

  it('is called when it resolves to an allowed address', async () => {
    const trap = await startTrap();
    const names = await startNameServer((_, kind) => (kind === 'A' ? ['127.0.0.1'] : []));
    opened.push(names);
    const allow = [{ range: '127.0.0.1', port: trap.port }];
    const client = openClient({ allow, lookUp: makeTestLookUp(names.address) });
    expect(await brief(client, `http://a.example.com:${trap.port}/`)).toBe(200);
  });

  it('that does not resolve in time fails with a DNS error', async () => {
    const names = await startNameServer((name) => (name.startsWith('unknown') ? [] : undefined));
    opened.push(names);
    const client = openClient({ lookUp: makeTestLookUp(names.address, 100) });
    expect(await brief(client, 'http://unknown.example.com/')).toBe('dns');
    expect(await brief(client, 'http://silent.example.com/')).toBe('dns');
    const hanging = openClient({ lookUp: () => new Promise(() => undefined), limits: { dnsMs: 50 } });
    expect(await brief(hanging, 'http://silent.example.com/')).toBe('dns');
    const failing = openClient({ lookUp: () => Promise.reject(new Error('no')) });
    expect(await brief(failing, 'http://failing.example.com/')).toBe('dns');
  });

  it('with addresses of one family is called even if the lookup of the other family times out', async () => {
    const trap = await startTrap();
    const names = await startNameServer((_, kind) => (kind === 'A' ? ['127.0.0.1'] : undefined));
    opened.push(names);
    const allow = [{ range: '127.0.0.1', port: trap.port }];
    const client = openClient({ allow, lookUp: makeTestLookUp(names.address, 100) });
    expect(await brief(client, `http://a.example.com:${trap.port}/`)).toBe(200);
  });
});
