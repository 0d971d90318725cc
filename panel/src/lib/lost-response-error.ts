/**
 * Options that the panel API client passes to `fetch`. `isReadOnly` is set on a POST that changes nothing.
 */
type ApiRequestInit = RequestInit & { isReadOnly?: boolean };

/** Thrown when no response was received. It is then unknown whether the request was carried out. */
export class LostResponseError extends Error {
  /** Effect of the request; `change once` can be repeated without applying the change twice. */
  readonly asked: 'nothing' | 'change' | 'change once';

  constructor(init: ApiRequestInit | undefined, cause: unknown) {
    super('No response received', { cause });
    const { method = 'GET', headers, isReadOnly = method === 'GET' } = init ?? {};
    const isKeyed = new Headers(headers).has('idempotency-key');
    if (isReadOnly) this.asked = 'nothing';
    else this.asked = isKeyed ? 'change once' : 'change';
  }
}
