import { neutralPage } from '../answers.ts';
import type { EdgeParts } from '../edge-parts.ts';
import type { EdgeRequest, EdgeResponse } from '../exchange.ts';
import { loadTrackingScript } from './tracking-script.ts';

const script = loadTrackingScript();

const headers = [
  'content-type',
  'text/javascript; charset=utf-8',
  'cache-control',
  'public, max-age=3600',
  'etag',
  script.etag,
  'vary',
  'accept-encoding',
  'x-content-type-options',
  'nosniff',
  // Pages that isolate themselves may load it, too.
  'cross-origin-resource-policy',
  'cross-origin',
];

/** `GET /t.js`: the same for every campaign, so that browsers and proxies keep one. */
export function serveScript(edge: EdgeParts, request: EdgeRequest, response: EdgeResponse): void {
  const isAsked = request.method === 'GET' || request.method === 'HEAD';
  if (!isAsked || !edge.hosts.isOurs(edge.readOrigin(request).host)) {
    edge.counters.neutralPages += 1;
    return neutralPage(response, 404);
  }
  if (isKnown(request.headers['if-none-match'])) return void response.writeHead(304, headers).end();
  const isPacked = takesGzip(request.headers['accept-encoding']);
  const body = isPacked ? script.gzipped : script.plain;
  const encoding = isPacked ? ['content-encoding', 'gzip'] : [];
  response.writeHead(200, [...headers, ...encoding, 'content-length', String(body.length)]);
  // Node leaves the body out where only the head was asked for.
  response.end(body);
}

function isKnown(header: string | undefined): boolean {
  return header !== undefined && (header === '*' || header.includes(script.etag.slice(2)));
}

const gzipTaken = /(?:^|,)\s*(?:gzip|x-gzip|\*)\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i;

function takesGzip(header: string | string[] | undefined): boolean {
  return header !== undefined && gzipTaken.test(String(header));
}
