export type OutboundCall = {
  url: string;
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** Owner of the call, such as a workspace. Connections are never shared between partitions. */
  partition: string;
};

// Failure codes for users, logs and metrics. No code reveals which address a name resolves to.
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
  // The peer had closed a pooled connection. The call was not repeated, because the request may have arrived.
  'stale_connection',
  'too_long_headers',
  'protocol',
  'aborted',
] as const;

export type OutboundError = (typeof outboundErrors)[number];

export type OutboundAnswer = {
  kind: 'answered';
  status: number;
  /** Response headers with lowercase names. Repeated headers are joined, and cookies are omitted. */
  headers: Readonly<Record<string, string>>;
  body: string;
  isCut: boolean;
  durationMs: number;
};

export type OutboundFailure = {
  kind: 'failed';
  error: OutboundError;
  /** Status that was received before the response failed. */
  status?: number;
  durationMs: number;
};

export type OutboundResult = OutboundAnswer | OutboundFailure;

export type OutboundLimits = {
  dnsMs: number;
  /** Timeout for TCP and TLS together, across all addresses. */
  connectMs: number;
  attemptMs: number;
  addressesMax: number;
  totalMs: number;
  headerBytesMax: number;
  bodyBytesMax: number;
  urlBytesMax: number;
  /**
   * Maximum number of concurrent calls. Calls above this limit fail immediately instead of waiting in a queue, where
   * one slow host could delay calls to other hosts.
   */
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
  // Common servers close idle connections after five seconds, and a call on a closing connection fails. Idle
  // connections are therefore closed before that.
  idleMs: 4_000,
  idleMax: 250,
};

export class CallFailed extends Error {
  readonly code: OutboundError;
  readonly status: number | undefined;

  constructor(code: OutboundError, status?: number) {
    super(code);
    this.name = 'CallFailed';
    this.code = code;
    this.status = status;
  }
}
