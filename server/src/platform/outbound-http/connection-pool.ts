import { Agent, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CallFailed } from './outbound-call.ts';

/** Connection for a call. `newSocket` is undefined if a pooled connection should be used. */
export type ConnectionChoice = { connectionKey: string; newSocket: Socket | undefined };

/**
 * Keeps idle connections for calls with the same key. Node's agent only stores the connections: every socket is passed
 * to the agent, and the agent's limits and queues are disabled.
 */
export class ConnectionPool extends Agent {
  readonly #idleMax: number;

  constructor({ idleMs, idleMax }: { idleMs: number; idleMax: number }) {
    // The oldest connection is used first. The agent skips connections that have been closed.
    super({ keepAlive: true, timeout: idleMs, maxFreeSockets: idleMax, scheduling: 'fifo' });
    this.#idleMax = idleMax;
  }

  get idle(): number {
    return Object.values(this.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
  }

  hasIdle(key: string): boolean {
    return this.freeSockets[key]?.some((socket) => !socket.destroyed) ?? false;
  }

  override getName(options?: ClientRequestArgs & Partial<ConnectionChoice>): string {
    return options?.connectionKey ?? '';
  }

  override createConnection({ newSocket }: ClientRequestArgs & Partial<ConnectionChoice>): Duplex {
    if (newSocket === undefined) throw new CallFailed('stale_connection');
    return newSocket;
  }

  override keepSocketAlive(socket: Duplex): boolean {
    // Node returns whether the connection is kept, but its types do not include the return value.
    const isReusable = super.keepSocketAlive(socket) as boolean | void;
    return isReusable === true && this.idle < this.#idleMax;
  }
}
