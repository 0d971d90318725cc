import { lookup } from 'node:dns/promises';
import net, { isIP } from 'node:net';
import { getSystemErrorName } from 'node:util';

/**
 * Port that this process has bound for other processes. They inherit the descriptor and listen on it. While none of
 * them accepts connections, new connections wait in the kernel's queue, because this process keeps the port open.
 */
export type HeldPort = {
  /** Throws after `close`, because the number may then belong to another file. */
  readonly descriptor: number;
  close: () => void;
};

type TcpHandle = {
  fd: number;
  close: () => void;
  getsockname: (name: { address?: string; port?: number }) => number;
};

// Node's cluster module binds ports with this function. It has no types, because it is not part of the documented API,
// which cannot bind a port without accepting its connections.
const bind = (
  net as unknown as {
    _createServerHandle: (
      address: string | null,
      port: number,
      family: 4 | 6 | -1,
      descriptor?: number,
    ) => TcpHandle | number;
  }
)._createServerHandle;

export async function holdPort(host: string, port: number): Promise<HeldPort> {
  const { address, family } = await resolveListenHost(host);
  const handle = bind(address, port, family === 6 ? 6 : 4);
  if (typeof handle === 'number') throw bindError(getSystemErrorName(handle), address, port);
  // Binding to a port that is already in use can succeed: the error is reported only when listening. In that case, the
  // handle has no port yet.
  const bound: { port?: number } = {};
  handle.getsockname(bound);
  if (bound.port !== port) {
    handle.close();
    throw bindError('EADDRINUSE', address, port);
  }
  return describeHandle(handle, port);
}

// A port that systemd holds, so that connections also wait while this process restarts.
export type ActivatedPort = HeldPort & { address: string; port: number };

export function adoptPort(descriptor: number): ActivatedPort {
  const handle = bind(null, 0, -1, descriptor);
  if (typeof handle === 'number') throw new Error(`Descriptor ${descriptor} is not a TCP socket`);
  const bound: { address?: string; port?: number } = {};
  handle.getsockname(bound);
  const { address = '', port = 0 } = bound;
  return Object.assign(describeHandle(handle, port), { address, port });
}

function describeHandle(handle: TcpHandle, port: number): HeldPort {
  return {
    get descriptor() {
      if (handle.fd < 0) throw new Error(`Port ${port} is closed`);
      return handle.fd;
    },
    close: () => handle.close(),
  };
}

export async function resolveListenHost(host: string): Promise<{ address: string; family: number }> {
  return isIP(host) === 0 ? await lookup(host) : { address: host, family: isIP(host) };
}

function bindError(code: string, address: string, port: number): Error {
  return Object.assign(new Error(`bind ${code} ${address}:${port}`), { code });
}
