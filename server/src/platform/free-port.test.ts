import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort, isPortFree } from './free-port.ts';

const host = '127.0.0.1';

function listen(port: number): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => resolve((server.address() as AddressInfo).port));
  });
}

describe('findFreePort', () => {
  it('returns a port that can be listened on', async () => {
    const port = await findFreePort(host);
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(30_000);
    expect(await listen(port)).toBe(port);
  });

  it('returns the preferred port if it is free', async () => {
    const preferred = await findFreePort(host);
    expect(await findFreePort(host, preferred)).toBe(preferred);
  });

  it('does not return a port twice, even if the port is not in use yet', async () => {
    const ports = await Promise.all(Array.from({ length: 600 }, () => findFreePort(host)));
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('returns a different port if the preferred one is taken', async () => {
    const taken = await listen(0);
    const port = await findFreePort(host, taken);
    expect(port).not.toBe(taken);
    expect(await isPortFree(host, port)).toBe(true);
  });
});

describe('isPortFree', () => {
  it('returns false while a server listens, without disturbing it', async () => {
    const taken = await listen(0);
    expect(await isPortFree(host, taken)).toBe(false);
    expect(await isPortFree(host, taken)).toBe(false);
  });

  it('throws other errors, such as an unavailable address', async () => {
    await expect(isPortFree('192.0.2.1', 0)).rejects.toThrow('EADDRNOTAVAIL');
  });
});
