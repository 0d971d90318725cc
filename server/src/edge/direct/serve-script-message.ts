import type { IncomingMessage, ServerResponse } from 'node:http';
import { incomingAliases } from '../../domain/goals/index.ts';
import { incomingLimits } from '../../domain/inbox/columns.ts';
import { writeInboxRow } from '../../domain/inbox/inbox-row.ts';
import { neutralPage } from '../answers.ts';
import type { EdgeContext } from '../edge-context.ts';
import { readVisitRequest } from '../read-visit-request.ts';
import { decodeHeader } from '../request/cut-header.ts';
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
const ownNames = new Set<string>([...incomingAliases.clickId, 'from']);

// Pages of every origin may ask, and none with a cookie.
const openHeaders = [
  'access-control-allow-origin',
  '*',
  'cache-control',
  'no-store',
  'x-robots-tag',
  'noindex',
];
const preflightHeaders = [
  ...openHeaders,
  'access-control-allow-methods',
  'POST',
  'access-control-allow-headers',
  'content-type',
  'access-control-max-age',
  '86400',
];

/** One request and everything that answering it takes. */
type Asked = { edge: EdgeContext; request: IncomingMessage; response: ServerResponse };

/**
 * `POST /v`: what the script on a page tells. What is not from our script is answered with nothing, whatever it is.
 * `fail` gets a mistake of ours, because the body comes when nobody is left to catch it.
 */
export function serveScriptMessage(
  edge: EdgeContext,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (error: unknown) => void,
): void {
  // Elsewhere there is no script of ours that could send anything.
  const isOurs = edge.hosts.isOurs(edge.readOrigin(request).host);
  if (isOurs && request.method === 'OPTIONS') return void response.writeHead(204, preflightHeaders).end();
  if (!isOurs || request.method !== 'POST') {
    edge.counters.neutralPages += 1;
    return neutralPage(response, 404);
  }
  readBody(request, bodyBytesMax, (body) => {
    try {
      // The rest of a body that is too long is not worth the wait.
      if (body === 'too-long') response.setHeader('connection', 'close');
      const message = body === 'too-long' ? undefined : parseScriptMessage(body);
      takeMessage({ edge, request, response }, message);
    } catch (error) {
      fail(error);
    }
  });
}

function takeMessage(asked: Asked, message: ScriptMessage | undefined): void {
  if (message?.kind === 'visit') return takeVisit(asked, message);
  if (message?.kind === 'tags') return takeTags(asked, message);
  if (message?.kind === 'event') return takeEvent(asked, message);
  asked.edge.counters.neutralPages += 1;
  answerNothing(asked.response);
}

function takeVisit({ edge, request, response }: Asked, message: ScriptMessage & { kind: 'visit' }): void {
  const { page, referrer, memory } = message;
  // The header names the page; where its visitor came from is what the page says.
  const headers = { ...request.headers, referer: referrer };
  const arrival = { ...readVisitRequest(edge, request), url: page?.href ?? '', headers, memory };
  const visit = new Visit(edge, message.campaignId, arrival);
  const outcome = decideDirect(visit, page);
  countVisitForCaps(visit);
  const value = rememberedValue(visit) ?? null;
  edge.visits.append(visitRow(visit), visit.timeMs, (fate) => {
    edge.counters.fates[fate] += 1;
    // A campaign on a wrong host is answered like an unknown one: nobody can find out which campaigns exist.
    if (outcome === 'unknown-campaign' || outcome === 'foreign-host') answerNothing(response);
    else answerVisit(response, { cid: visit.clickId, m: value });
  });
}

function takeTags(asked: Asked, { clickId, tags }: ScriptMessage & { kind: 'tags' }): void {
  const { edge, response } = asked;
  const timeMs = edge.now();
  const visit = findVisit(asked, clickId, timeMs);
  if (visit === undefined || tags.length === 0) return answerNothing(response);
  if (!mayAdd(asked, 'tags', visit.clickId.visitId, timeMs)) return answerNothing(response);
  const row = tagRow(visit.campaign, { id: edge.newId(timeMs), timeMs, clickId: visit.clickId, tags });
  edge.clicks.append(row, timeMs, (fate) => {
    edge.counters.fates[fate] += 1;
    answerNothing(response);
  });
}

/** The visit that a page speaks of, where the id is one of ours, still kept, and of a campaign of this host. */
function findVisit({ edge, request }: Asked, text: string, timeMs: number) {
  const clickId = edge.clickIds.decode(text);
  if (clickId === undefined) edge.counters.forgedClickIds += 1;
  const campaign = clickId && edge.snapshot.findByNumber(clickId.campaignNumber);
  if (clickId === undefined || campaign === undefined) return undefined;
  const { workspaceId, retention } = campaign.document;
  const isKept = timeMs - clickId.timeMs <= retention.visitDays * dayMs;
  return isKept && edge.hosts.serves(edge.readOrigin(request).host, workspaceId)
    ? { clickId, campaign }
    : undefined;
}

/**
 * Kept beside what networks send. What it is stands in its method, which no request can have: rules may ask for `from`
 * as well, but whether it counts does not hang on a parameter.
 */
function takeEvent(asked: Asked, { clickId, values }: ScriptMessage & { kind: 'event' }): void {
  const { edge, request, response } = asked;
  const timeMs = edge.now();
  const visit = findVisit(asked, clickId, timeMs);
  const body = Buffer.from(JSON.stringify({ cid: clickId, from: 'page', ...omitOwn(values) }));
  if (visit === undefined || body.length > incomingLimits.bodyBytes) return answerNothing(response);
  if (!mayAdd(asked, 'events', visit.clickId.visitId, timeMs)) return answerNothing(response);
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
    if (fate === 'kept') answerNothing(response);
    else response.writeHead(503, openHeaders).end();
  });
}

/** Whoever sends more than a page would is answered like everybody else. */
function mayAdd({ edge, request }: Asked, what: 'events' | 'tags', visitId: string, timeMs: number): boolean {
  const { address } = edge.readOrigin(request);
  if (edge.pageLimits.take({ what, visitId, address, timeMs })) return true;
  edge.counters.events['too-many'] += 1;
  return false;
}

/** Neither the visit nor where it came from is for the page to choose. */
function omitOwn(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ownNames.has(name.toLowerCase())));
}

function answerVisit(response: ServerResponse, answer: { cid: string; m: string | null }): void {
  const text = JSON.stringify(answer);
  const length = String(text.length);
  response
    .writeHead(200, [...openHeaders, 'content-type', 'application/json', 'content-length', length])
    .end(text);
}

function answerNothing(response: ServerResponse): void {
  response.writeHead(204, openHeaders).end();
}
