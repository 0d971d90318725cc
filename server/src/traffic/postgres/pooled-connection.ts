import type { PoolClient } from 'pg';
import { systemCode } from '../../platform/errors.ts';

// If a statement exceeds its own timeout by this much, the server must be frozen or disconnected.
const graceMs = 3_000;

export const noResponse = 'the server did not respond in time';

/** A connection that destroys its socket on abort or timeout, so that no busy connection returns to the pool. */
export class PooledConnection {
  readonly client: PoolClient;
  readonly #signal: AbortSignal | undefined;
  #failure: Error | undefined;

  constructor(client: PoolClient, signal: AbortSignal | undefined) {
    this.client = client;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted === true) this.#onAbort();
  }

  /** Runs work with a client-side timeout. Stops when the signal aborts. */
  async run<Result>(timeoutMs: number, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => this.#destroy(new Error(noResponse)), timeoutMs + graceMs);
    try {
      return await work(this.client);
    } catch (error) {
      // The server has become read-only, so another host may accept writes.
      if (systemCode(error) === '25006') this.#failure ??= error as Error;
      throw this.#failure ?? error;
    } finally {
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.client.release(this.#failure !== undefined);
  }

  readonly #onAbort = () => this.#destroy(this.#signal?.reason as Error);

  #destroy(reason: Error): void {
    this.#failure ??= reason;
    // The driver's types do not include the socket. The server cancels the query when it detects the disconnect.
    (
      this.client as unknown as { connection: { stream: { destroy: () => void } } }
    ).connection.stream.destroy();
  }
}
