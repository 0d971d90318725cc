import type { Server } from 'node:net';
import { findHeldPort } from '../config/environment.ts';
import { systemCode } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';

export function explainListenFailure(
  error: unknown,
  where: { host: string; port: number; variable: string },
): unknown {
  const { host, port, variable } = where;
  const code = systemCode(error);
  if (code === 'EADDRINUSE') return portTaken(where);
  if (code === 'EACCES') {
    return new OperatorError(
      'portTaken',
      `Port ${port} is reserved for root. Allow the process to use it (CAP_NET_BIND_SERVICE, see docs/operator/https.md), or set ${variable} to a port above 1023.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new OperatorError(
      'configuration',
      `This machine does not have the address ${host}. Set WAYPOST_HOST to one of its addresses, or to 0.0.0.0 for all.`,
    );
  }
  return error;
}

export function portTaken(where: { host: string; port: number; variable: string }): OperatorError {
  return new OperatorError(
    'portTaken',
    `Port ${where.port} on ${where.host} is in use by another program. Find it with "${listListeners(where.port)}" and stop it, or set ${where.variable} to another port.`,
  );
}

function listListeners(port: number): string {
  return process.platform === 'linux'
    ? `sudo ss -ltnp sport = :${port}`
    : `sudo lsof -nP -iTCP:${port} -sTCP:LISTEN`;
}

/**
 * Starts listening, on the port that the supervisor holds if there is one (`heldPort` is its position among several). With `isShared`, the kernel distributes
 * connections among all processes that listen on the port.
 */
export function listen(
  server: Server,
  where: { host: string; port: number; variable: string; isShared?: boolean; heldPort?: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListenFailure(error, where)));
    const { host, port, isShared = false, heldPort = 0 } = where;
    const fd = findHeldPort(heldPort);
    server.listen(fd === undefined ? { host, port, reusePort: isShared } : { fd }, () => resolve());
  });
}
