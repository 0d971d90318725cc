/** A call to a place that a user has named. */
export type OutboundCall = {
  url: string;
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** On whose behalf, such as a workspace: no connection is ever used for two of them. */
  partition: string;
};

/** Why there is no answer. One list for users, logs and metrics; none of the words tells where a name leads to. */
const outboundErrors = [
  'invalid_request',
  'blocked_address',
  'busy',
  'dns',
  'connect',
  'connect_timeout',
  'tls',
  'timeout',
  'reset',
  /** A kept connection had been closed by the other side. Whether the call arrived is not known; it was not repeated. */
  'stale_connection',
  'too_long_headers',
  'protocol',
  'aborted',
] as const;

export type OutboundError = (typeof outboundErrors)[number];

export type OutboundAnswer = {
  kind: 'answered';
  status: number;
  /** Names in small letters; several headers of one name are joined. Cookies are left out. */
  headers: Readonly<Record<string, string>>;
  /** The beginning, with U+FFFD for what is no UTF-8. */
  body: string;
  /** Whether there was more. */
  isCut: boolean;
  durationMs: number;
};

export type OutboundFailure = {
  kind: 'failed';
  error: OutboundError;
  /** What the other side had said before the rest of its answer failed. */
  status?: number;
  durationMs: number;
};

export type OutboundResult = OutboundAnswer | OutboundFailure;

export type OutboundLimits = {
  dnsMs: number;
  /** For the connection and its encryption together, over all addresses that are tried. */
  connectMs: number;
  /** For one address, where others are left to try. */
  attemptMs: number;
  addressesMax: number;
  totalMs: number;
  headerBytesMax: number;
  bodyBytesMax: number;
  urlBytesMax: number;
  /** Calls at a time; more fail at once, because a queue here would let one slow host delay the others. */
  callsMax: number;
  callsPerHostMax: number;
  idleMs: number;
  idleMax: number;
};

export const outboundLimits: Readonly<OutboundLimits> = {
  dnsMs: 2_000,
  connectMs: 3_000,
  attemptMs: 1_000,
  addressesMax: 4,
  totalMs: 15_000,
  headerBytesMax: 16 * 1_024,
  bodyBytesMax: 64 * 1_024,
  urlBytesMax: 8 * 1_024,
  callsMax: 1_000,
  callsPerHostMax: 16,
  // Below the five seconds after which common servers close: a call that meets a closing connection fails.
  idleMs: 4_000,
  idleMax: 250,
};

/** Ends a call from within; its word becomes the result. */
export class CallFailed extends Error {
  readonly word: OutboundError;
  readonly status: number | undefined;

  constructor(word: OutboundError, status?: number) {
    super(word);
    this.name = 'CallFailed';
    this.word = word;
    this.status = status;
  }
}
