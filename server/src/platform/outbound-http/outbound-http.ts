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

/** Who may be called. */
type OutboundPolicy = {
  readUrl: (text: string) => UrlReading;
  mayDial: (address: string, port: number) => boolean;
  isSameAddress: (one: string, other: string) => boolean;
};

export type OutboundHttpOptions = {
  policy: OutboundPolicy;
  limits?: Partial<OutboundLimits>;
  /** In place of the system's name servers. */
  lookUp?: LookUp;
  openSocket?: OpenSocket;
  /** In place of the ones that come with Node. */
  certificateAuthorities?: readonly string[];
};

export type OutboundClient = {
  /** Never rejects for what the network or the other side does. */
  send: (call: OutboundCall) => Promise<OutboundResult>;
  counts: () => { calls: number; idleConnections: number };
  /** Closes the connections that are kept; calls under way are ended by their own signals. */
  close: () => void;
};

/** HTTP/1.1 to places that strangers name: each address is judged before it is dialled, and only that one is dialled. */
export class OutboundHttp implements OutboundClient {
  readonly #policy: OutboundPolicy;
  readonly #limits: OutboundLimits;
  readonly #lookUp: LookUp;
  readonly #openSocket: OpenSocket;
  readonly #secureContext: SecureContext;
  readonly #turns: FairSemaphore;
  readonly #kept: ConnectionPool;

  constructor(options: OutboundHttpOptions) {
    this.#policy = options.policy;
    this.#limits = { ...outboundLimits, ...options.limits };
    this.#lookUp = options.lookUp ?? createLookUp(this.#limits);
    this.#openSocket = options.openSocket ?? openSocket;
    this.#secureContext = createSecureContext({
      minVersion: 'TLSv1.2',
      ...(options.certificateAuthorities === undefined ? {} : { ca: [...options.certificateAuthorities] }),
    });
    this.#turns = new FairSemaphore({
      share: this.#limits.callsPerHostMax,
      total: this.#limits.callsMax,
      waitingMax: 0,
      refuse: () => new CallFailed('busy'),
    });
    this.#kept = new ConnectionPool(this.#limits);
  }

  async send(call: OutboundCall): Promise<OutboundResult> {
    const begun = performance.now();
    const failed = (failure: Pick<OutboundFailure, 'error' | 'status'>): OutboundFailure => ({
      kind: 'failed',
      ...failure,
      durationMs: performance.now() - begun,
    });
    const reading = this.#policy.readUrl(call.url);
    if (!reading.ok) return failed({ error: reading.error });
    const target = readTarget(reading.url);
    try {
      const limit = { ms: this.#limits.totalMs, word: 'timeout', parent: call.signal } as const;
      const answer = await this.#turns.take(target.origin, () =>
        withTimeout(limit, (signal) => this.#perform(call, target, signal)),
      );
      return { kind: 'answered', ...answer, durationMs: performance.now() - begun };
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      return failed({ error: error.word, ...(error.status === undefined ? {} : { status: error.status }) });
    }
  }

  /** Until when the certificate of a host is good; refused where it is none for it, undefined where it shows none. */
  async readCertificate(host: string): Promise<Date | 'refused' | undefined> {
    const reading = this.#policy.readUrl(`https://${host}/`);
    if (!reading.ok) return undefined;
    const target = readTarget(reading.url);
    try {
      return await withTimeout({ ms: this.#limits.totalMs, word: 'timeout' }, async (signal) => {
        const addresses = await this.#findAddresses(target, signal);
        const { socket } = await dial(this.#dialling(target, addresses, this.#openSocket), signal);
        const { valid_to: end } = (socket as TLSSocket).getPeerCertificate();
        socket.destroy();
        return new Date(end);
      });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      return error.word === 'tls' ? 'refused' : undefined;
    }
  }

  counts(): { calls: number; idleConnections: number } {
    return { calls: this.#turns.underWay, idleConnections: this.#kept.idle };
  }

  close(): void {
    this.#kept.destroy();
  }

  async #perform(call: OutboundCall, target: CallTarget, signal: AbortSignal): Promise<Answer> {
    const addresses = await this.#findAddresses(target, signal);
    const keyOf = (address: string) => JSON.stringify([call.partition, target.origin, address]);
    const idle = addresses.find((address) => this.#kept.hasIdle(keyOf(address)));
    const opened: { socket?: ReturnType<OpenSocket> } = {};
    const dialling = this.#dialling(
      target,
      addresses,
      (address, port) => (opened.socket = this.#openSocket(address, port)),
    );
    try {
      const { address, socket } =
        idle === undefined ? await dial(dialling, signal) : { address: idle, socket: undefined };
      const connection = { connectionKey: keyOf(address), dialled: socket };
      return await exchange({ call, target, limits: this.#limits, kept: this.#kept, connection }, signal);
    } catch (error) {
      opened.socket?.destroy();
      throw error;
    }
  }

  #dialling(target: CallTarget, addresses: readonly string[], open: OpenSocket): Parameters<typeof dial>[0] {
    return {
      target,
      addresses,
      limits: this.#limits,
      openSocket: open,
      isMeant: (reached, address) =>
        this.#policy.isSameAddress(reached, address) && this.#policy.mayDial(reached, target.port),
      secureContext: this.#secureContext,
    };
  }

  /** All addresses of a host, if every one of them may be called. */
  async #findAddresses(target: CallTarget, signal: AbortSignal): Promise<readonly string[]> {
    const addresses = target.isAddress ? [target.host] : await this.#resolve(target.host, signal);
    if (addresses.length === 0) throw new CallFailed('dns');
    if (addresses.every((address) => this.#policy.mayDial(address, target.port))) return addresses;
    throw new CallFailed('blocked_address');
  }

  async #resolve(name: string, signal: AbortSignal): Promise<readonly string[]> {
    try {
      const limit = { ms: this.#limits.dnsMs, word: 'dns', parent: signal } as const;
      return await withTimeout(limit, (inner) => this.#lookUp(name, inner));
    } catch (error) {
      throw error instanceof CallFailed ? error : new CallFailed('dns');
    }
  }
}
