import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { systemCode } from './errors.ts';

// These ports are below the ephemeral port range, because an outgoing connection could take a port from that range
// before the caller uses it.
const lowest = 20_000;
const highest = 29_999;
const attemptsMax = 50;

// Callers use a port some time after it was found free, so the same port must not be returned again.
const reserved = new Set<number>();

/**
 * Returns a port that is currently free, if possible the preferred port. A later call in this process returns the same
 * port only if it passes that port as `preferred`.
 */
export async function findFreePort(host: string, preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(host, preferred))) {
    reserved.add(preferred);
    return preferred;
  }
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const port = randomInt(lowest, highest + 1);
    if (reserved.has(port)) continue;
    reserved.add(port);
    if (await isPortFree(host, port)) return port;
  }
  return await bindOnce(host, 0);
}

export async function isPortFree(host: string, port: number): Promise<boolean> {
  try {
    await bindOnce(host, port);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EADDRINUSE') return false;
    throw error;
  }
}

function bindOnce(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
