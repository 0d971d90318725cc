/** Options that the panel API client passes to `fetch`. `isReadOnly` is true for a POST that changes nothing. */
type ApiRequestInit = RequestInit & { isReadOnly?: boolean };

/** Error for a request without a response. It is unknown whether the server carried out the request. */
export class LostResponseError extends Error {
  /** Effect of the request. A `change once` request can be repeated without applying the change twice. */
  readonly asked: 'nothing' | 'change' | 'change once';

  constructor(init: ApiRequestInit | undefined, cause: unknown) {
    super('No response received', { cause });
    const { method = 'GET', headers, isReadOnly = method === 'GET' } = init ?? {};
    const isKeyed = new Headers(headers).has('idempotency-key');
    if (isReadOnly) this.asked = 'nothing';
    else this.asked = isKeyed ? 'change once' : 'change';
  }
}
