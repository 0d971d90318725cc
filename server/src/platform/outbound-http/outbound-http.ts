import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { FairSemaphore } from '../fair-semaphore.ts';
import { readTarget, type CallTarget } from './call-target.ts';
import { dial, openSocket, type OpenSocket } from './dial.ts';
import { exchange, type Answer } from './exchange.ts';
import { ConnectionPool } from './connection-pool.ts';
import { createLookUp, type LookUp } from './look-up.ts';
import {
  CallFailed,
  outboundLimits,
  type OutboundCall,
  type OutboundFailure,
  type OutboundLimits,
  type OutboundResult,
} from './outbound-call.ts';
import { withTimeout } from './with-timeout.ts';

export type UrlReading = { ok: true; url: URL } | { ok: false; error: 'invalid_request' | 'blocked_address' };

type OutboundPolicy = {
  readUrl: (text: string) => UrlReading;
  mayDial: (address: string, port: number) => boolean;
  isSameAddress: (one: string, other: string) => boolean;
};

export type OutboundHttpOptions = {
  policy: OutboundPolicy;
  limits?: Partial<OutboundLimits>;
  lookUp?: LookUp;
  openSocket?: OpenSocket;
  certificateAuthorities?: readonly string[];
};

export type OutboundClient = {
  /**
   * Sends a request. Failures of the network or the receiver are returned as results, so the promise does not reject.
   */
  send: (call: OutboundCall) => Promise<OutboundResult>;
  counts: () => { calls: number; idleConnections: number };
  /** Closes idle connections. Calls in progress continue until they are finished or aborted by their own signals. */
  close: () => void;
};

/**
 * HTTP/1.1 client for URLs that users enter. Each address is checked before a connection is opened, and the connection
 * is opened to exactly that address.
 */
export class OutboundHttp implements OutboundClient {
  readonly #policy: OutboundPolicy;
  readonly #limits: OutboundLimits;
  readonly #lookUp: LookUp;
  readonly #openSocket: OpenSocket;
  readonly #secureContext: SecureContext;
  readonly #semaphore: FairSemaphore;
  readonly #pool: ConnectionPool;

  constructor(options: OutboundHttpOptions) {
    this.#policy = options.policy;
    this.#limits = { ...outboundLimits, ...options.limits };
    this.#lookUp = options.lookUp ?? createLookUp(this.#limits);
    this.#openSocket = options.openSocket ?? openSocket;
    this.#secureContext = createSecureContext({
      minVersion: 'TLSv1.2',
      ...(options.certificateAuthorities === undefined ? {} : { ca: [...options.certificateAuthorities] }),
    });
    this.#semaphore = new FairSemaphore({
      share: this.#limits.callsPerHostMax,
      total: this.#limits.callsMax,
      waitingMax: 0,
      refuse: () => new CallFailed('busy'),
    });
    this.#pool = new ConnectionPool(this.#limits);
  }

  async send(call: OutboundCall): Promise<OutboundResult> {
    const startedAt = performance.now();
    const failed = (failure: Pick<OutboundFailure, 'error' | 'status'>): OutboundFailure => ({
      kind: 'failed',
      ...failure,
      durationMs: performance.now() - startedAt,
    });
    const reading = this.#policy.readUrl(call.url);
    if (!reading.ok) return failed({ error: reading.error });
    const target = readTarget(reading.url);
    try {
      const limit = { ms: this.#limits.totalMs, error: 'timeout', parent: call.signal } as const;
      const answer = await this.#semaphore.take(target.origin, () =>
        withTimeout(limit, (signal) => this.#perform(call, target, signal)),
      );
      return { kind: 'answered', ...answer, durationMs: performance.now() - startedAt };
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      return failed({ error: error.code, ...(error.status === undefined ? {} : { status: error.status }) });
    }
  }

  /**
   * Returns the expiry date of a host's certificate, `refused` if the certificate is invalid, or undefined if there is
   * no certificate.
   */
  async readCertificate(host: string): Promise<Date | 'refused' | undefined> {
    const reading = this.#policy.readUrl(`https://${host}/`);
    if (!reading.ok) return undefined;
    const target = readTarget(reading.url);
    try {
      return await withTimeout({ ms: this.#limits.totalMs, error: 'timeout' }, async (signal) => {
        const addresses = await this.#findAddresses(target, signal);
        const { socket } = await dial(this.#dialOptions(target, addresses, this.#openSocket), signal);
        const { valid_to: end } = (socket as TLSSocket).getPeerCertificate();
        socket.destroy();
        return new Date(end);
      });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      return error.code === 'tls' ? 'refused' : undefined;
    }
  }

  counts(): { calls: number; idleConnections: number } {
    return { calls: this.#semaphore.running, idleConnections: this.#pool.idle };
  }

  close(): void {
    this.#pool.destroy();
  }

  async #perform(call: OutboundCall, target: CallTarget, signal: AbortSignal): Promise<Answer> {
    const addresses = await this.#findAddresses(target, signal);
    const keyOf = (address: string) => JSON.stringify([call.partition, target.origin, address]);
    const idle = addresses.find((address) => this.#pool.hasIdle(keyOf(address)));
    const opened: { socket?: ReturnType<OpenSocket> } = {};
    const dialOptions = this.#dialOptions(
      target,
      addresses,
      (address, port) => (opened.socket = this.#openSocket(address, port)),
    );
    try {
      const { address, socket } =
        idle === undefined ? await dial(dialOptions, signal) : { address: idle, socket: undefined };
      const connection = { connectionKey: keyOf(address), newSocket: socket };
      return await exchange({ call, target, limits: this.#limits, pool: this.#pool, connection }, signal);
    } catch (error) {
      opened.socket?.destroy();
      throw error;
    }
  }

  #dialOptions(
    target: CallTarget,
    addresses: readonly string[],
    open: OpenSocket,
  ): Parameters<typeof dial>[0] {
    return {
      target,
      addresses,
      limits: this.#limits,
      openSocket: open,
      isExpectedAddress: (reached, address) =>
        this.#policy.isSameAddress(reached, address) && this.#policy.mayDial(reached, target.port),
      secureContext: this.#secureContext,
    };
  }

  // Resolves the host. Throws if any address of the host is not allowed.
  async #findAddresses(target: CallTarget, signal: AbortSignal): Promise<readonly string[]> {
    const addresses = target.isAddress ? [target.host] : await this.#resolve(target.host, signal);
    if (addresses.length === 0) throw new CallFailed('dns');
    if (addresses.every((address) => this.#policy.mayDial(address, target.port))) return addresses;
    throw new CallFailed('blocked_address');
  }

  async #resolve(name: string, signal: AbortSignal): Promise<readonly string[]> {
    try {
      const limit = { ms: this.#limits.dnsMs, error: 'dns', parent: signal } as const;
      return await withTimeout(limit, (inner) => this.#lookUp(name, inner));
    } catch (error) {
      throw error instanceof CallFailed ? error : new CallFailed('dns');
    }
  }
}
