import type { IncomingMessage, ServerResponse } from 'node:http';
import { incomingAliases } from '../../domain/conversions/index.ts';
import { incomingLimits } from '../../domain/conversions/columns.ts';
import { writeInboxRow } from '../../domain/conversions/inbox-row.ts';
import { neutralPage } from '../answers.ts';
import type { EdgeContext } from '../edge-context.ts';
import { readVisitRequest } from '../read-visit-request.ts';
import { decodeHeader } from '../request/header-text.ts';
import { readBody } from '../request/read-body.ts';
import { countVisitForCaps } from '../visits/count-for-caps.ts';
import { rememberedValue } from '../visits/remember-visit.ts';
import { visitRow } from '../visits/visit-row.ts';
import { Visit } from '../visits/visit.ts';
import { decideDirect } from './decide-direct.ts';
import { parseScriptMessage, type ScriptMessage } from './parse-script-message.ts';
import { tagRow } from './tag-row.ts';

const bodyBytesMax = 16 * 1024;
const dayMs = 86_400_000;
const reservedNames = new Set<string>([...incomingAliases.clickId, 'from']);

// These headers allow requests from every origin, but without credentials.
const corsHeaders = [
  'access-control-allow-origin',
  '*',
  'cache-control',
  'no-store',
  'x-robots-tag',
  'noindex',
];
const preflightHeaders = [
  ...corsHeaders,
  'access-control-allow-methods',
  'POST',
  'access-control-allow-headers',
  'content-type',
  'access-control-max-age',
  '86400',
];

type Exchange = { edge: EdgeContext; request: IncomingMessage; response: ServerResponse };

/**
 * `POST /v`: processes messages from the tracking script and answers any other body with an empty response. Internal
 * errors go to `onFailure`, because the body is read after this function has returned.
 */
export function serveScriptMessage(
  edge: EdgeContext,
  request: IncomingMessage,
  response: ServerResponse,
  onFailure: (error: unknown) => void,
): void {
  // The tracking script sends messages only to tracking domains.
  const isOurs = edge.hosts.isOurs(edge.readOrigin(request).host);
  if (isOurs && request.method === 'OPTIONS') return void response.writeHead(204, preflightHeaders).end();
  if (!isOurs || request.method !== 'POST') {
    edge.counters.neutralPages += 1;
    return neutralPage(response, 404);
  }
  readBody(request, bodyBytesMax, (body) => {
    try {
      // Closes the connection instead of reading the rest of an oversized body.
      if (body === 'too-long') response.setHeader('connection', 'close');
      const message = body === 'too-long' ? undefined : parseScriptMessage(body);
      handleMessage({ edge, request, response }, message);
    } catch (error) {
      onFailure(error);
    }
  });
}

function handleMessage(exchange: Exchange, message: ScriptMessage | undefined): void {
  if (message?.kind === 'visit') return recordVisit(exchange, message);
  if (message?.kind === 'tags') return recordTags(exchange, message);
  if (message?.kind === 'event') return recordEvent(exchange, message);
  exchange.edge.counters.neutralPages += 1;
  answerEmpty(exchange.response);
}

function recordVisit(
  { edge, request, response }: Exchange,
  message: ScriptMessage & { kind: 'visit' },
): void {
  const { page, referrer, memory } = message;
  // The Referer header names the page itself; the visitor's referrer is in the message.
  const headers = { ...request.headers, referer: referrer };
  const visitRequest = { ...readVisitRequest(edge, request), url: page?.href ?? '', headers, memory };
  const visit = new Visit(edge, message.campaignId, visitRequest);
  const outcome = decideDirect(visit, page);
  countVisitForCaps(visit);
  const value = rememberedValue(visit) ?? null;
  edge.visits.append(visitRow(visit), visit.timeMs, (fate) => {
    edge.counters.rowResults[fate] += 1;
    // A wrong host gets the same response as an unknown campaign, so that probing does not reveal whether a campaign
    // exists.
    if (outcome === 'unknown-campaign' || outcome === 'foreign-host') answerEmpty(response);
    else answerVisit(response, { cid: visit.clickId, m: value });
  });
}

function recordTags(exchange: Exchange, { clickId, tags }: ScriptMessage & { kind: 'tags' }): void {
  const { edge, response } = exchange;
  const timeMs = edge.now();
  const visit = findVisit(exchange, clickId, timeMs);
  if (visit === undefined || tags.length === 0) return answerEmpty(response);
  if (!isWithinLimit(exchange, 'tags', visit.clickId.visitId, timeMs)) return answerEmpty(response);
  const row = tagRow(visit.campaign, { id: edge.newId(timeMs), timeMs, clickId: visit.clickId, tags });
  edge.clicks.append(row, timeMs, (fate) => {
    edge.counters.rowResults[fate] += 1;
    answerEmpty(response);
  });
}

function findVisit({ edge, request }: Exchange, text: string, timeMs: number) {
  const clickId = edge.clickIds.decode(text);
  if (clickId === undefined) edge.counters.forgedClickIds += 1;
  const campaign = clickId && edge.snapshot.findByNumber(clickId.campaignNumber);
  if (clickId === undefined || campaign === undefined) return undefined;
  const { workspaceId, retention } = campaign.document;
  const isRetained = timeMs - clickId.timeMs <= retention.visitDays * dayMs;
  return isRetained && edge.hosts.serves(edge.readOrigin(request).host, workspaceId)
    ? { clickId, campaign }
    : undefined;
}

/**
 * Stores a page's event in the inbox. The method `PAGE`, which no HTTP request can have, marks the event as sent by a
 * page. Goal rules can also test the `from` parameter, but a parameter can be forged and must not decide whether the
 * event is counted.
 */
function recordEvent(exchange: Exchange, { clickId, values }: ScriptMessage & { kind: 'event' }): void {
  const { edge, request, response } = exchange;
  const timeMs = edge.now();
  const visit = findVisit(exchange, clickId, timeMs);
  const body = Buffer.from(JSON.stringify({ cid: clickId, from: 'page', ...omitReserved(values) }));
  if (visit === undefined || body.length > incomingLimits.bodyBytes) return answerEmpty(response);
  if (!isWithinLimit(exchange, 'events', visit.clickId.visitId, timeMs)) return answerEmpty(response);
  const row = writeInboxRow({
    id: edge.newId(timeMs),
    campaignId: visit.campaign.id,
    receivedMs: timeMs,
    method: 'PAGE',
    query: '',
    contentType: 'application/json',
    body: body.toString('base64'),
    address: edge.readOrigin(request).address,
    userAgent: decodeHeader(request.headers['user-agent'] ?? ''),
  });
  edge.inbox.appendOrFail(row, timeMs, (fate) => {
    edge.counters.events[fate === 'kept' ? 'kept' : 'unavailable'] += 1;
    if (fate === 'kept') answerEmpty(response);
    else response.writeHead(503, corsHeaders).end();
  });
}

function isWithinLimit(
  { edge, request }: Exchange,
  kind: 'events' | 'tags',
  visitId: string,
  timeMs: number,
): boolean {
  const { address } = edge.readOrigin(request);
  if (edge.pageLimits.take({ kind, visitId, address, timeMs })) return true;
  edge.counters.events['too-many'] += 1;
  return false;
}

function omitReserved(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !reservedNames.has(name.toLowerCase())),
  );
}

function answerVisit(response: ServerResponse, answer: { cid: string; m: string | null }): void {
  const text = JSON.stringify(answer);
  const length = String(text.length);
  response
    .writeHead(200, [...corsHeaders, 'content-type', 'application/json', 'content-length', length])
    .end(text);
}

function answerEmpty(response: ServerResponse): void {
  response.writeHead(204, corsHeaders).end();
}
