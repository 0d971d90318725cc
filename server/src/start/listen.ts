import type { Server } from 'node:net';
import { systemCode } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** Turns the reasons a port cannot be had into a sentence that names the variable to change. */
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
      `port ${port} may only be used by root: set ${variable} to a port above 1023, or put a proxy in front.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new OperatorError(
      'configuration',
      `this machine has no address ${host}: set WAYPOST_HOST to one of its own, or to 0.0.0.0 for all.`,
    );
  }
  return error;
}

export function portTaken(where: { host: string; port: number; variable: string }): OperatorError {
  return new OperatorError(
    'portTaken',
    `port ${where.port} on ${where.host} is taken by another program: stop that one, or set ${where.variable} to another port.`,
  );
}

/** With `isShared`, the kernel deals connections out to all processes that listen so. */
export function listen(
  server: Server,
  where: { host: string; port: number; variable: string; isShared?: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListenFailure(error, where)));
    const { host, port, isShared = false } = where;
    server.listen({ host, port, reusePort: isShared }, () => resolve());
  });
}
