import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { neutralPage } from '../answers.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { EdgeRequest, EdgeResponse } from '../exchange.ts';

type TrackingScript = { plain: Buffer; gzipped: Buffer; etag: string };

/** The script as it is served: without comments and indentation, and packed once instead of for each visitor. */
export function loadTrackingScript(): TrackingScript {
  const source = readFileSync(join(import.meta.dirname, 'tracking-script.js'), 'utf8');
  const plain = Buffer.from(stripScript(source));
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    plain,
    gzipped: gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }),
    // Weak, because the packed form is the same script in other bytes.
    etag: `W/"${hash}"`,
  };
}

/** Line by line, so the source may hold neither texts of several lines nor comments behind code. */
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
  // Pages that isolate themselves may load it, too.
  'cross-origin-resource-policy',
  'cross-origin',
];

/** `GET /t.js`: the same for every campaign, so that browsers and proxies keep one. */
export function serveScript(edge: EdgeContext, request: EdgeRequest, response: EdgeResponse): void {
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
