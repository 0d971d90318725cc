/** Argument that the client of the panel API gives to `fetch`: `isReadOnly` is set on a POST that changes nothing. */
type ApiRequestInit = RequestInit & { isReadOnly?: boolean };

/** Thrown if no answer came to a request, so that it is unknown whether it was carried out. */
export class LostAnswer extends Error {
  /** Whether the request asked for a change, and whether repeating it can make the change twice. */
  readonly asked: 'nothing' | 'change' | 'change once';

  constructor(init: ApiRequestInit | undefined, cause: unknown) {
    super('no answer came', { cause });
    const { method = 'GET', headers, isReadOnly = method === 'GET' } = init ?? {};
    const isKeyed = new Headers(headers).has('idempotency-key');
    if (isReadOnly) this.asked = 'nothing';
    else this.asked = isKeyed ? 'change once' : 'change';
  }
}
