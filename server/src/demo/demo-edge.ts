import { buildEdgeContext } from '../edge/build-context.ts';
import type { GeoReader } from '../edge/classify/index.ts';
import { serveClick } from '../edge/clicks/serve-click.ts';
import type { EdgeContext } from '../edge/edge-context.ts';
import type { EdgeHeaders, EdgeResponse } from '../edge/exchange.ts';
import { readVisitRequest } from '../edge/read-visit-request.ts';
import type { Snapshot } from '../edge/snapshot/snapshot.ts';
import { decideVisit } from '../edge/visits/pipeline.ts';
import { rememberVisit } from '../edge/visits/remember-visit.ts';
import { visitRow } from '../edge/visits/visit-row.ts';
import { Visit } from '../edge/visits/visit.ts';
import type { DemoVisit } from './make-demo-visits.ts';

export type DemoRow = { timeMs: number; row: string };

export type DemoOutcome = {
  clickId: string;
  landing: string | undefined;
  offer: string | undefined;
  cookie: string;
};

const proxy = '127.0.0.1';
const discardedResponse: EdgeResponse = {
  headersSent: false,
  writeHead: () => discardedResponse,
  end: () => undefined,
  destroy: () => undefined,
};

/**
 * Runs the real edge, without a socket and with a simulated clock, so that the rows look like those of real visitors.
 */
export class DemoEdge {
  readonly visits: DemoRow[] = [];
  readonly clicks: DemoRow[] = [];
  readonly #parts: EdgeContext;
  #nowMs = 0;

  constructor(options: { snapshot: Snapshot; geo: GeoReader; secret: string }) {
    this.#parts = buildEdgeContext({
      ...options,
      ownHosts: [],
      trustedProxies: [`${proxy}/32`],
      visits: { append: (row, timeMs) => void this.visits.push({ timeMs, row }) },
      clicks: { append: (row, timeMs) => void this.clicks.push({ timeMs, row }) },
      inbox: { appendOrFail: () => undefined },
      now: () => this.#nowMs,
    });
  }

  visit(campaignId: string, { timeMs, person, query, referrer, isPrefetch }: DemoVisit): DemoOutcome {
    this.#nowMs = timeMs;
    const headers = {
      ...buildHeaders(person),
      ...(referrer === '' ? {} : { referer: referrer }),
      ...(isPrefetch ? { 'sec-purpose': 'prefetch' } : {}),
    };
    const visit = new Visit(this.#parts, campaignId, this.#readRequest(`/c/${campaignId}?${query}`, headers));
    decideVisit(visit);
    const cookies = rememberVisit(visit);
    this.#parts.visits.append(visitRow(visit), timeMs, () => undefined);
    return {
      clickId: visit.clickId,
      landing: visit.route?.landing?.name,
      offer: visit.route?.offer?.name,
      cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
    };
  }

  click({ clickId, cookie }: DemoOutcome, person: DemoVisit['person'], timeMs: number): void {
    this.#nowMs = timeMs;
    const request = {
      method: 'GET',
      url: `/go?cid=${clickId}`,
      headers: { ...buildHeaders(person), cookie },
      socket: { remoteAddress: proxy },
    };
    serveClick(this.#parts, '', request, discardedResponse);
  }

  #readRequest(url: string, headers: EdgeHeaders) {
    return readVisitRequest(this.#parts, { method: 'GET', url, headers, socket: { remoteAddress: proxy } });
  }
}

function buildHeaders({ address, agent, language }: DemoVisit['person']): EdgeHeaders {
  return {
    host: 'track.example',
    'user-agent': agent,
    'x-forwarded-for': address,
    ...(language === undefined ? {} : { 'accept-language': language, accept: 'text/html' }),
  };
}
