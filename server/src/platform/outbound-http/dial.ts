import { connect, isIPv4, type Socket } from 'node:net';
import { connect as encrypt, type SecureContext } from 'node:tls';
import { systemCode } from '../errors.ts';
import type { CallTarget } from './call-target.ts';
import { CallFailed, type OutboundError, type OutboundLimits } from './outbound-call.ts';
import { withTimeout } from './with-timeout.ts';

/** Opens a socket to an IP address, never to a host name. */
export type OpenSocket = (address: string, port: number) => Socket;

type Connection = { socket: Socket; address: string };

type DialOptions = {
  target: CallTarget;
  addresses: readonly string[];
  limits: OutboundLimits;
  openSocket: OpenSocket;
  isExpectedAddress: (reached: string, address: string) => boolean;
  // Trusted certificates. They are loaded only once, because loading them takes longer than a handshake.
  secureContext: SecureContext;
};

// The host is an IP address, so Node does no DNS lookup.
export const openSocket: OpenSocket = (address, port) =>
  connect({ host: address, port, autoSelectFamily: false, noDelay: true });

export async function dial(options: DialOptions, signal: AbortSignal): Promise<Connection> {
  const limit = { ms: options.limits.connectMs, error: 'connect_timeout', parent: signal } as const;
  return await withTimeout(limit, async (inner) => {
    const connection = await connectToAny(options, inner);
    if (!options.target.isSecure) return connection;
    return { ...connection, socket: await secure(connection.socket, options, inner) };
  });
}

// Tries IPv4 addresses first, because receivers often accept requests only from certain IPv4 addresses. It is safe to
// try several addresses, because nothing has been sent yet.
async function connectToAny(options: DialOptions, signal: AbortSignal): Promise<Connection> {
  const { addresses, limits } = options;
  const ordered = [
    ...addresses.filter((address) => isIPv4(address)),
    ...addresses.filter((address) => !isIPv4(address)),
  ];
  const candidates = ordered.slice(0, limits.addressesMax);
  let failure = new CallFailed('connect');
  for (const [index, address] of candidates.entries()) {
    const ms = index === candidates.length - 1 ? limits.connectMs : limits.attemptMs;
    try {
      const limit = { ms, error: 'connect_timeout', parent: signal } as const;
      return { address, socket: await withTimeout(limit, (inner) => connectTo(address, options, inner)) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CallFailed) || error.code === 'blocked_address') throw error;
      failure = error;
    }
  }
  throw failure;
}

async function connectTo(
  address: string,
  { target, openSocket: open, isExpectedAddress }: DialOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = open(address, target.port);
  await whenReady(socket, { event: 'connect', failure: 'connect', signal });
  // The remote address is undefined if the peer has already closed the connection.
  const reached = socket.remoteAddress;
  if (reached !== undefined && isExpectedAddress(reached, address)) return socket;
  socket.destroy();
  throw new CallFailed(reached === undefined ? 'connect' : 'blocked_address');
}

async function secure(
  socket: Socket,
  { target, secureContext }: DialOptions,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const encrypted = encrypt({
    socket,
    // Sets the name that the certificate must match. An IP address must not be sent as a server name (SNI).
    ...(target.isAddress ? { host: target.host } : { servername: target.host }),
    secureContext,
    // The value is set explicitly, because an environment variable can change the default.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
  await whenReady(encrypted, { event: 'secureConnect', failure: 'tls', signal });
  return encrypted;
}

type ReadyOptions = { event: 'connect' | 'secureConnect'; failure: OutboundError; signal: AbortSignal };

async function whenReady(socket: Socket, { event, failure, signal }: ReadyOptions): Promise<void> {
  // The listener remains until the socket is closed, because an unhandled `error` event would end the process.
  socket.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    const fail = (error?: Error) => {
      socket.destroy();
      reject(new CallFailed(systemCode(error) === 'ETIMEDOUT' ? 'connect_timeout' : failure));
    };
    socket.once(event, resolve);
    socket.once('error', fail);
    socket.once('close', () => fail());
    signal.addEventListener('abort', () => fail());
    if (signal.aborted) fail();
  });
}
