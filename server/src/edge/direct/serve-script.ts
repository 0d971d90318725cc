import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, gzipSync } from 'node:zlib';
import { neutralPage } from '../answers.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { EdgeRequest, EdgeResponse } from '../exchange.ts';

type TrackingScript = { plain: Buffer; gzipped: Buffer; etag: string };

/** Loads the script without comments and indentation, and compresses it once instead of for each visitor. */
export function loadTrackingScript(): TrackingScript {
  const source = readFileSync(new URL('tracking-script.js', import.meta.url), 'utf8');
  const plain = Buffer.from(stripScript(source));
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    plain,
    gzipped: gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }),
    // The ETag is weak, because the compressed response has different bytes.
    etag: `W/"${hash}"`,
  };
}

/**
 * Removes comments and indentation line by line, so the source must not contain multiline strings or comments after
 * code.
 */
export function stripScript(source: string): string {
  const lines = source.split('\n').map((line) => line.trim());
  return `${lines.filter((line) => line !== '' && !line.startsWith('//')).join('\n')}\n`;
}

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
  // Lets cross-origin isolated pages load the script.
  'cross-origin-resource-policy',
  'cross-origin',
];

/** `GET /t.js`: serves the same script for every campaign, so that browsers and proxies cache only one file. */
export function serveScript(edge: EdgeContext, request: EdgeRequest, response: EdgeResponse): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || !edge.hosts.isOurs(edge.readOrigin(request).host)) {
    edge.counters.neutralPages += 1;
    return neutralPage(response, 404);
  }
  if (matchesEtag(request.headers['if-none-match'])) return void response.writeHead(304, headers).end();
  const isGzip = acceptsGzip(request.headers['accept-encoding']);
  const body = isGzip ? script.gzipped : script.plain;
  const encoding = isGzip ? ['content-encoding', 'gzip'] : [];
  response.writeHead(200, [...headers, ...encoding, 'content-length', String(body.length)]);
  // Node omits the body for HEAD requests.
  response.end(body);
}

function matchesEtag(header: string | undefined): boolean {
  return header !== undefined && (header === '*' || header.includes(script.etag.slice(2)));
}

const gzipAccepted = /(?:^|,)\s*(?:gzip|x-gzip|\*)\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i;

function acceptsGzip(header: string | string[] | undefined): boolean {
  return header !== undefined && gzipAccepted.test(String(header));
}
