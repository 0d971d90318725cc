import { afterEach, describe, expect, it } from 'vitest';
import { cname, reply, startNameServer } from '../testing/name-server.ts';
import { resolveCname } from './resolve-cname.ts';

const servers: { close: () => void }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function nameServer(answer: (question: Buffer) => Buffer | undefined): Promise<string> {
  const server = await startNameServer(answer);
  servers.push(server);
  return server.address;
}

describe('a name server that', () => {
  it('knows where a name leads is believed', async () => {
    const asked = [await nameServer((question) => reply(question, 0, [cname('edge.example.net')]))];
    expect(await resolveCname('track.example.com', { servers: asked })).toEqual({
      outcome: 'names',
      names: ['edge.example.net'],
    });
  });

  it.each([
    ['does not know the name', 3],
    ['knows it without such a record', 0],
  ])('%s says that there is none', async (_, code) => {
    const asked = [await nameServer((question) => reply(question, code))];
    expect(await resolveCname('track.example.com', { servers: asked })).toEqual({ outcome: 'nothing' });
  });

  it('fails says nothing that could be relied on', async () => {
    const asked = [await nameServer((question) => reply(question, 2))];
    expect(await resolveCname('track.example.com', { servers: asked, timeoutMs: 500 })).toEqual({
      outcome: 'silence',
    });
  });

  it('is silent is waited for no longer than the limit, and so are several together', async () => {
    const asked = [await nameServer(() => undefined), await nameServer(() => undefined)];
    const begun = performance.now();
    expect(await resolveCname('track.example.com', { servers: asked, timeoutMs: 300 })).toEqual({
      outcome: 'silence',
    });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
