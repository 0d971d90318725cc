import type { Server } from 'node:net';

// Calls `closeIdle` once half of the allowed connections are in use, so that new visitors can connect.
export function closeIdleWhenBusy(
  server: Server,
  closeIdle: () => void,
  { connectionsMax, checkEveryMs }: { connectionsMax: number; checkEveryMs: number },
): void {
  const check = () =>
    server.getConnections((_, count) => {
      if (count > connectionsMax / 2) closeIdle();
    });
  const timer = setInterval(check, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
