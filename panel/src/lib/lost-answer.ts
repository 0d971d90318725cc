/** Of a request whose answer did not come: whether it was done, nobody here knows. */
export class LostAnswer extends Error {
  /** Whether it asked for a change, and can be asked for again without being done twice. */
  readonly asked: 'nothing' | 'change' | 'change once';

  constructor(init: RequestInit | undefined, cause: unknown) {
    super('the answer did not come', { cause });
    const { method = 'GET', headers } = init ?? {};
    const isKeyed = new Headers(headers).has('idempotency-key');
    if (method === 'GET') this.asked = 'nothing';
    else this.asked = isKeyed ? 'change once' : 'change';
  }
}
