import type { PoolClient } from 'pg';

// What a statement's own limit should have ended by then is frozen or cut off.
const graceMs = 3_000;

/** A connection out of the pool. One that was given up in the middle of something is thrown away. */
export class PooledConnection {
  readonly client: PoolClient;
  readonly #signal: AbortSignal | undefined;
  #givenUp: Error | undefined;

  constructor(client: PoolClient, signal: AbortSignal | undefined) {
    this.client = client;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted === true) this.#onAbort();
  }

  /** Does something that takes at most so long, and ends when nobody waits any more. */
  async run<Result>(timeoutMs: number, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const timer = setTimeout(
      () => this.#giveUp(new Error('the server does not answer')),
      timeoutMs + graceMs,
    );
    try {
      return await work(this.client);
    } catch (error) {
      throw this.#givenUp ?? error;
    } finally {
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.client.release(this.#givenUp !== undefined);
  }

  readonly #onAbort = () => this.#giveUp(this.#signal?.reason as Error);

  #giveUp(why: Error): void {
    this.#givenUp ??= why;
    // Not part of the driver's types. The server notices that nobody listens any more.
    (
      this.client as unknown as { connection: { stream: { destroy: () => void } } }
    ).connection.stream.destroy();
  }
}
