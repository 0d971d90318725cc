import { Client } from 'pg';
import { describeError } from './errors.ts';
import type { Logger } from './logger.ts';

export type PostgresListener = { stop: () => Promise<void> };

type ListenOptions = {
  /** A direct connection: a pooler that works by transaction delivers nothing. */
  url: string;
  channel: string;
  /** Called with what was sent, and once without anything after each connect: what was sent meanwhile is lost. */
  onMessage: (payload: string | undefined) => void;
  logger: Logger;
};

const reconnectMs = 1_000;
const connectTimeoutMs = 3_000;

/** Listens on one channel for as long as it is wanted, whatever becomes of the connection. Who needs certainty polls besides. */
export function listenToPostgres(options: ListenOptions): PostgresListener {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let warned = false;

  const retry = (reason: unknown) => {
    if (isStopped || timer !== undefined) return;
    if (!warned)
      options.logger.warn({ why: describeError(reason) }, `not listening on ${options.channel} for now`);
    warned = true;
    void client?.end().catch(() => undefined);
    client = undefined;
    timer = setTimeout(() => void connect(), reconnectMs).unref();
  };

  const connect = async () => {
    timer = undefined;
    const next = new Client({
      connectionString: options.url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'waypost listener',
    });
    client = next;
    // A connection that was given up ends late, when another one may be listening.
    const lose = (reason: unknown) => (client === next ? retry(reason) : undefined);
    next.on('error', lose);
    next.on('end', () => lose(new Error('the connection ended')));
    next.on('notification', ({ payload }) => options.onMessage(payload ?? ''));
    try {
      await next.connect();
      await next.query(`LISTEN ${options.channel}`);
      warned = false;
      options.onMessage(undefined);
    } catch (error) {
      retry(error);
    }
  };

  void connect();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
