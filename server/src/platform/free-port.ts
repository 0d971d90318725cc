import { createServer } from 'node:net';
import { systemCode } from './errors.ts';

/** A port of this host that is free now: the preferred one where possible, else any. */
export async function findFreePort(host: string, preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(host, preferred))) return preferred;
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
