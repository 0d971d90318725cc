/**
 * The part of the client that is the same whatever the description says: what stands below the line is copied, and what
 * stands below the second one into that of the panel only.
 */
type ErrorCode = 'NOT_FOUND' | 'RATE_LIMITED';
type ErrorDetails = Record<string, unknown>;
type ErrorEnvelope = {
  error: { code: ErrorCode; message: string; details: ErrorDetails };
  requestId: string;
};
// ---

export type CallOptions = { signal?: AbortSignal | undefined };

/** An answer that is no success: an error of the API, or something else that stands where the API should. */
export class WaypostApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'UNEXPECTED_ANSWER';
  readonly details: ErrorDetails;
  /** Finds the request in the logs. */
  readonly requestId: string | undefined;
  /** When to try again, where the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, envelope: ErrorEnvelope | undefined) {
    const { error, requestId } = envelope ?? {};
    super(error?.message ?? `the answer with status ${response.status} is not one of the API`);
    this.name = 'WaypostApiError';
    this.status = response.status;
    this.code = error?.code ?? 'UNEXPECTED_ANSWER';
    this.details = error?.details ?? {};
    this.requestId = requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = readSeconds(response.headers.get('retry-after'));
  }
}

/** Where requests go, and what all of them carry. */
type Connection = {
  baseUrl: string;
  fetch?: typeof globalThis.fetch | undefined;
  headers?: Record<string, string> | undefined;
  credentials?: RequestInit['credentials'] | undefined;
  /** Of what belongs to one. */
  workspaceId?: string | undefined;
};

type Query = Record<string, string | number | readonly string[] | undefined>;

/** Of what makes something: sent again with the same key, it makes nothing more. */
type OnceOptions = { idempotencyKey?: string | undefined };

type ApiRequest = OnceOptions & {
  method: string;
  path: string;
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Sent as a form; the browser reads it as it goes out. */
  file?: Blob | undefined;
  /** Set on a POST that changes nothing. It is passed to `fetch`, which ignores it unless it is your own. */
  isReadOnly?: boolean | undefined;
};

/** One call: `data` of the envelope, or a WaypostApiError. What fails before there is an answer fails as fetch does. */
export async function send<Data>(connection: Connection, request: ApiRequest): Promise<Data> {
  return await readData<Data>(await ask(connection, request));
}

/** Where something is read that a browser takes from its address, such as a file. */
export function addressOf(
  { baseUrl }: Connection,
  { path, query }: Pick<ApiRequest, 'path' | 'query'>,
): string {
  return baseUrl.replace(/\/+$/, '') + path + writeQuery(query);
}

async function ask(connection: Connection, request: ApiRequest): Promise<Response> {
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

/** Each item of a list by itself: a comma in one of them is not one between them. */
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

/** A call that is answered with a file. */
export async function sendForFile(connection: Connection, request: ApiRequest): Promise<Blob> {
  const response = await ask(connection, request);
  return response.ok ? await response.blob() : await readData<Blob>(response);
}
