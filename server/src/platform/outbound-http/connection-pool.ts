import { Agent, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CallFailed } from './outbound-call.ts';

/** What a request says about its connection: one that was just dialled, or none where a kept one is to be used. */
export type ConnectionChoice = { connectionKey: string; dialled: Socket | undefined };

/**
 * Connections that may serve another call with the same key. The agent of Node keeps them and has no say in where they
 * lead: it is handed every socket, and its limits and queues are off.
 */
export class ConnectionPool extends Agent {
  readonly #idleMax: number;

  constructor({ idleMs, idleMax }: { idleMs: number; idleMax: number }) {
    // The oldest first: of these the agent skips the ones that have been closed meanwhile.
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

  override createConnection({ dialled }: ClientRequestArgs & Partial<ConnectionChoice>): Duplex {
    if (dialled === undefined) throw new CallFailed('stale_connection');
    return dialled;
  }

  override keepSocketAlive(socket: Duplex): boolean {
    // Node says here whether the connection is kept, which its types do not know.
    const isKept = super.keepSocketAlive(socket) as boolean | void;
    return isKept === true && this.idle < this.#idleMax;
  }
}
