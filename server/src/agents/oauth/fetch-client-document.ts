import type { WithOutbound } from '../../services/tools.ts';

/** Fetches client documents with the outbound client, which checks the URLs, because third parties choose them. */
export function fetchClientDocument({ outbound }: WithOutbound) {
  return async (url: string | URL): Promise<Response> => {
    const result = await outbound.send({
      url: String(url),
      method: 'GET',
      headers: { accept: 'application/json' },
      partition: 'agents',
    });
    if (result.kind === 'failed') throw new Error(result.error);
    if (result.isCut) throw new Error('The client document is too long');
    const headers = new Headers();
    for (const name of ['cache-control', 'expires', 'content-type']) {
      const value = result.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    return new Response(result.status === 204 || result.status === 304 ? null : result.body, {
      status: result.status,
      headers,
    });
  };
}
