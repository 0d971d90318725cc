import type { EdgeAnswer, EdgeServer } from '../edge/edge-server.ts';

export async function report(
  edge: EdgeServer,
  content: object,
  headers: Record<string, string> = {},
): Promise<EdgeAnswer> {
  return await edge.send('/v', {
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...headers },
    body: JSON.stringify(content),
  });
}
