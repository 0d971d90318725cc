import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { systemCode } from './errors.ts';

// Below the ports that systems give to outgoing connections: one of those could be gone again before it is used.
const lowest = 20_000;
const highest = 29_999;
const triesMax = 50;

// What was found free is used a while later: until then it looks free to whoever asks next.
const given = new Set<number>();

/** A port of this host that is free now: the preferred one where possible, else any. No other caller in this process gets it unless he prefers it. */
export async function findFreePort(host: string, preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(host, preferred))) {
    given.add(preferred);
    return preferred;
  }
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = randomInt(lowest, highest + 1);
    if (given.has(port)) continue;
    given.add(port);
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
