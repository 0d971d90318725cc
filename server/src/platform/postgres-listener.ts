import { describeError } from './errors.ts';
import type { Logger } from './logger.ts';
import { PostgresClient } from './postgres-client.ts';
import { startupGrace } from './startup-grace.ts';

export type PostgresListener = { stop: () => Promise<void> };

type ListenOptions = {
  /** URL of a direct connection, because poolers in transaction mode do not deliver notifications. */
  url: string;
  channel: string;
  /**
   * Called with each payload. Also called with undefined after each connect, because notifications that were sent while
   * the listener was disconnected are lost.
   */
  onMessage: (payload: string | undefined) => void;
  logger: Logger;
};

const reconnectMs = 1_000;
const connectTimeoutMs = 3_000;

/**
 * Listens on a channel and reconnects until stopped. Notifications can be missed, so a caller that must not miss a
 * change must also poll.
 */
export function listenToPostgres(options: ListenOptions): PostgresListener {
  let client: PostgresClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let hasWarned = false;
  const grace = startupGrace();

  const retry = (reason: unknown) => {
    if (isStopped || timer !== undefined) return;
    if (!hasWarned && !grace.isExpected()) {
      const why = describeError(reason);
      options.logger.warn({ why }, `lost the connection that listens on ${options.channel}, reconnecting`);
      hasWarned = true;
    }
    void client?.end().catch(() => undefined);
    client = undefined;
    timer = setTimeout(() => void connect(), reconnectMs).unref();
  };

  const connect = async () => {
    timer = undefined;
    const candidate = new PostgresClient({
      connectionString: options.url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'waypost listener',
    });
    client = candidate;
    // An abandoned connection may end after its replacement has started listening. Only the loss of the current
    // connection leads to a retry.
    const onLost = (reason: unknown) => (client === candidate ? retry(reason) : undefined);
    candidate.on('error', onLost);
    candidate.on('end', () => onLost(new Error('the connection ended')));
    candidate.on('notification', ({ payload }) => options.onMessage(payload ?? ''));
    try {
      await candidate.connect();
      await candidate.query(`LISTEN ${options.channel}`);
      hasWarned = false;
      grace.markReached();
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
