import { connect, isIPv4, type Socket } from 'node:net';
import { connect as encrypt, type SecureContext } from 'node:tls';
import { systemCode } from '../errors.ts';
import type { CallTarget } from './call-target.ts';
import { CallFailed, type OutboundError, type OutboundLimits } from './outbound-call.ts';
import { withTimeout } from './with-timeout.ts';

/** Begins a connection to an address. Never called with a name. */
export type OpenSocket = (address: string, port: number) => Socket;

type Connection = { socket: Socket; address: string };

type Dialling = {
  target: CallTarget;
  addresses: readonly string[];
  limits: OutboundLimits;
  openSocket: OpenSocket;
  /** Whether the address that was reached is the one that was meant. */
  isMeant: (reached: string, address: string) => boolean;
  /** Whom to believe, read once: reading it costs more than a handshake. */
  secureContext: SecureContext;
};

// The host is an address here, so that Node has nothing to look up.
export const openSocket: OpenSocket = (address, port) =>
  connect({ host: address, port, autoSelectFamily: false, noDelay: true });

export async function dial(dialling: Dialling, signal: AbortSignal): Promise<Connection> {
  const limit = { ms: dialling.limits.connectMs, word: 'connect_timeout', parent: signal } as const;
  return await withTimeout(limit, async (inner) => {
    const connection = await connectToAny(dialling, inner);
    if (!dialling.target.isSecure) return connection;
    return { ...connection, socket: await secure(connection.socket, dialling, inner) };
  });
}

/** IPv4 first: receivers often list the senders that they expect by it. Nothing has been sent yet, so others may be tried. */
async function connectToAny(dialling: Dialling, signal: AbortSignal): Promise<Connection> {
  const { addresses, limits } = dialling;
  const ordered = [...addresses.filter((one) => isIPv4(one)), ...addresses.filter((one) => !isIPv4(one))];
  const tried = ordered.slice(0, limits.addressesMax);
  let failure = new CallFailed('connect');
  for (const [index, address] of tried.entries()) {
    const ms = index === tried.length - 1 ? limits.connectMs : limits.attemptMs;
    try {
      const limit = { ms, word: 'connect_timeout', parent: signal } as const;
      return { address, socket: await withTimeout(limit, (inner) => connectTo(address, dialling, inner)) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CallFailed) || error.word === 'blocked_address') throw error;
      failure = error;
    }
  }
  throw failure;
}

async function connectTo(
  address: string,
  { target, openSocket: open, isMeant }: Dialling,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = open(address, target.port);
  await whenReady(socket, { event: 'connect', word: 'connect', signal });
  // A connection that the other side has ended already has no address any more.
  const reached = socket.remoteAddress;
  if (reached !== undefined && isMeant(reached, address)) return socket;
  socket.destroy();
  throw new CallFailed(reached === undefined ? 'connect' : 'blocked_address');
}

async function secure(
  socket: Socket,
  { target, secureContext }: Dialling,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const encrypted = encrypt({
    socket,
    // Whom the certificate has to name. Only names are announced, addresses may not be.
    ...(target.isAddress ? { host: target.host } : { servername: target.host }),
    secureContext,
    // Said aloud, because a variable of the environment can turn the default off.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
  await whenReady(encrypted, { event: 'secureConnect', word: 'tls', signal });
  return encrypted;
}

type Waiting = { event: 'connect' | 'secureConnect'; word: OutboundError; signal: AbortSignal };

/** Destroys the socket if it does not get ready. */
async function whenReady(socket: Socket, { event, word, signal }: Waiting): Promise<void> {
  // Stays for the life of the socket: an error that nobody listens to would end the process.
  socket.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    const fail = (error?: Error) => {
      socket.destroy();
      reject(new CallFailed(systemCode(error) === 'ETIMEDOUT' ? 'connect_timeout' : word));
    };
    socket.once(event, resolve);
    socket.once('error', fail);
    socket.once('close', () => fail());
    signal.addEventListener('abort', () => fail());
    if (signal.aborted) fail();
  });
}
