import { afterEach, describe, expect, it } from 'vitest';
import { cname, reply, startNameServer } from '../testing/name-server.ts';
import { resolveCname } from './resolve-cname.ts';

const servers: { close: () => void }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function nameServer(answer: (query: Buffer) => Buffer | undefined): Promise<string> {
  const server = await startNameServer(answer);
  servers.push(server);
  return server.address;
}

describe('resolveCname', () => {
  it('returns the names in the record', async () => {
    const addresses = [await nameServer((query) => reply(query, 0, [cname('edge.example.net')]))];
    expect(await resolveCname('track.example.com', { servers: addresses })).toEqual({
      outcome: 'names',
      names: ['edge.example.net'],
    });
  });

  it.each([
    ['an unknown name', 3],
    ['a name without a CNAME record', 0],
  ])('returns nothing for %s', async (_, code) => {
    const addresses = [await nameServer((query) => reply(query, code))];
    expect(await resolveCname('track.example.com', { servers: addresses })).toEqual({ outcome: 'nothing' });
  });

  it('returns no-response if the name server fails', async () => {
    const addresses = [await nameServer((query) => reply(query, 2))];
    expect(await resolveCname('track.example.com', { servers: addresses, timeoutMs: 500 })).toEqual({
      outcome: 'no-response',
    });
  });

  it('returns no-response after one timeout for all name servers together', async () => {
    const addresses = [await nameServer(() => undefined), await nameServer(() => undefined)];
    const startedAt = performance.now();
    expect(await resolveCname('track.example.com', { servers: addresses, timeoutMs: 300 })).toEqual({
      outcome: 'no-response',
    });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
