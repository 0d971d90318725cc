import type { EdgeContext } from '../edge-context.ts';
import type { EdgeRequest, EdgeResponse } from '../exchange.ts';

export type HttpsRoutes = {
  // Part of each key authorization that the certificate authority expects.
  thumbprint: string;
  panel: { host: string; origin: string } | undefined;
};

const challenge = /^\/\.well-known\/acme-challenge\/([\w-]{1,128})$/;

// Answers HTTP challenges, and redirects plain requests to the panel. Campaign links continue to work over plain HTTP.
// Only this installation's account can use a challenge, so any token may be answered.
export function answerPlainRoute(
  { thumbprint, panel }: HttpsRoutes,
  { hosts, readOrigin }: Pick<EdgeContext, 'hosts' | 'readOrigin'>,
  request: EdgeRequest,
  response: EdgeResponse,
): boolean {
  const { url = '/' } = request;
  const { host, isHttps } = readOrigin(request);
  const isPanel = host === panel?.host;
  const token = challenge.exec(url)?.[1];
  if (token !== undefined && (isPanel || hosts.isOurs(host))) {
    const text = `${token}.${thumbprint}`;
    const headers = ['content-type', 'application/octet-stream', 'content-length', String(text.length)];
    response.writeHead(200, [...headers, 'x-content-type-options', 'nosniff', 'cache-control', 'no-store']);
    response.end(text);
    return true;
  }
  if (!isPanel || isHttps) return false;
  response.writeHead(308, ['location', `${panel.origin}${url}`, 'content-length', '0']);
  response.end();
  return true;
}
