/**
 * The part of the client that does not depend on the OpenAPI document. Everything below the `// ---` line is copied
 * into both clients, everything below `// --- panel` only into the panel client.
 */
type ErrorCode = 'NOT_FOUND' | 'RATE_LIMITED';
type ErrorDetails = Record<string, unknown>;
type ErrorEnvelope = {
  error: { code: ErrorCode; message: string; details: ErrorDetails };
  requestId: string;
};
// ---

export type CallOptions = { signal?: AbortSignal | undefined };

/** An error response from the API, or a response from something else, such as a proxy. */
export class WaypostApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'UNEXPECTED_ANSWER';
  readonly details: ErrorDetails;
  /** Identifies the request in the logs. */
  readonly requestId: string | undefined;
  /** Seconds to wait before retrying, if the server specified them. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, envelope: ErrorEnvelope | undefined) {
    const { error, requestId } = envelope ?? {};
    super(
      error?.message ?? `Unexpected response with status ${response.status}. It is not from the Waypost API.`,
    );
    this.name = 'WaypostApiError';
    this.status = response.status;
    this.code = error?.code ?? 'UNEXPECTED_ANSWER';
    this.details = error?.details ?? {};
    this.requestId = requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = readSeconds(response.headers.get('retry-after'));
  }
}

type Connection = {
  baseUrl: string;
  fetch?: typeof globalThis.fetch | undefined;
  headers?: Record<string, string> | undefined;
  credentials?: RequestInit['credentials'] | undefined;
  /** Workspace for calls that need one. */
  workspaceId?: string | undefined;
};

type Query = Record<string, string | number | readonly string[] | undefined>;

/** Repeating a request with the same key creates nothing new. */
type OnceOptions = { idempotencyKey?: string | undefined };

type ApiRequest = OnceOptions & {
  method: string;
  path: string;
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Sent as a multipart form. The browser streams it. */
  file?: Blob | undefined;
  /**
   * Set on a POST that changes nothing. Passed to `fetch`, which ignores this field unless you provide your own
   * `fetch`.
   */
  isReadOnly?: boolean | undefined;
};

/** Returns `data` from the envelope or throws a WaypostApiError. Network errors from `fetch` are passed on. */
export async function send<Data>(connection: Connection, request: ApiRequest): Promise<Data> {
  return await readData<Data>(await sendRequest(connection, request));
}

/** Returns the URL of a request, for example for a file download. */
export function addressOf(
  { baseUrl }: Connection,
  { path, query }: Pick<ApiRequest, 'path' | 'query'>,
): string {
  return baseUrl.replace(/\/+$/, '') + path + writeQuery(query);
}

async function sendRequest(connection: Connection, request: ApiRequest): Promise<Response> {
  const { fetch = globalThis.fetch, headers, credentials } = connection;
  const { method, body, signal, idempotencyKey, file, isReadOnly } = request;
  return await fetch(addressOf(connection, request), {
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: formOf(file) }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(signal === undefined ? {} : { signal }),
    ...(isReadOnly === undefined ? {} : { isReadOnly }),
  });
}

async function readData<Data>(response: Response): Promise<Data> {
  const envelope = readEnvelope(await response.text());
  if (response.ok && envelope?.ok === true && 'data' in envelope) return envelope.data as Data;
  throw new WaypostApiError(response, isErrorAnswer(envelope) ? envelope : undefined);
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

function writeQuery(query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${writeValue(value)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

/** Encodes each item separately, so that commas inside an item remain encoded. */
function writeValue(value: string | number | readonly string[]): string {
  return typeof value === 'object' ? value.map(encodeURIComponent).join(',') : encodeURIComponent(value);
}

function readEnvelope(text: string): { ok?: unknown; data?: unknown; error?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isErrorAnswer(envelope: object | undefined): envelope is ErrorEnvelope {
  const { error } = (envelope ?? {}) as { error?: unknown };
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return typeof code === 'string' && typeof message === 'string';
}

function readSeconds(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
// --- panel

export async function sendForFile(connection: Connection, request: ApiRequest): Promise<Blob> {
  const response = await sendRequest(connection, request);
  return response.ok ? await response.blob() : await readData<Blob>(response);
}
