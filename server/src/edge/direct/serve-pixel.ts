import { neutralPage } from '../answers.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { EdgeRequest, EdgeResponse } from '../exchange.ts';
import { readVisitRequest } from '../read-visit-request.ts';
import { parseQuery } from '../request/parse-query.ts';
import { rememberVisit } from '../visits/remember-visit.ts';
import { visitRow } from '../visits/visit-row.ts';
import { Visit } from '../visits/visit.ts';
import { decideImpression } from './decide-direct.ts';

export const pixel: Buffer = Buffer.from(
  'R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
  'base64',
);

const headers = [
  'content-type',
  'image/gif',
  'content-length',
  String(pixel.length),
  'cache-control',
  'no-store',
  'x-content-type-options',
  'nosniff',
  'x-robots-tag',
  'noindex',
  // Lets cross-origin isolated pages embed the pixel.
  'cross-origin-resource-policy',
  'cross-origin',
];

/** `GET /p.gif?c={campaignId}`: serves the pixel even for an invalid campaign, because a broken image is visible. */
export function servePixel(edge: EdgeContext, request: EdgeRequest, response: EdgeResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    edge.counters.neutralPages += 1;
    return neutralPage(response, 404);
  }
  const visitRequest = readVisitRequest(edge, request);
  const campaignId = parseQuery(visitRequest.url).get('c') ?? '';
  const visit = new Visit(edge, campaignId.slice(0, 36).toLowerCase(), visitRequest);
  decideImpression(visit);
  const cookies = rememberVisit(visit);
  edge.visits.append(visitRow(visit), visit.timeMs, (fate) => {
    edge.counters.rowResults[fate] += 1;
    if (!edge.hosts.isOurs(visitRequest.host)) return neutralPage(response, 404);
    const cookieHeaders = cookies.flatMap((cookie) => ['set-cookie', cookie]);
    response.writeHead(200, [...headers, ...cookieHeaders]).end(pixel);
  });
}
