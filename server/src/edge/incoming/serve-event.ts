import type { IncomingMessage, ServerResponse } from 'node:http';
import { incomingLimits } from '../../domain/conversions/columns.ts';
import { writeInboxRow } from '../../domain/conversions/inbox-row.ts';
import { queryOf } from '../../domain/read-route.ts';
import { neutralPage, plainText } from '../answers.ts';
import type { EdgeContext } from '../edge-context.ts';
import { decodeHeader } from '../request/header-text.ts';
import { readBody, type Body } from '../request/read-body.ts';

// Value of `retry-after`. Most networks ignore it and retry on their own schedule.
const retrySeconds = '5';

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  onFailure: (error: unknown) => void;
};
type PostbackExchange = Exchange & { edge: EdgeContext; campaignId: string; query: string };

/**
 * `GET|POST /e/{incomingKey}`: stores the incoming postback unchanged and answers `OK` once the postback is on disk. It
 * is processed later, so the response never depends on its content. The key alone authorizes the request: host and
 * campaign status are not checked, because networks still report conversions for past visits.
 */
export function serveEvent(edge: EdgeContext, key: string, exchange: Exchange): void {
  const { request, response } = exchange;
  const { url = '', method } = request;
  const campaignId = edge.snapshot.findByIncomingKey(key, edge.now());
  const isKnown = campaignId !== undefined && (method === 'GET' || method === 'POST' || method === 'HEAD');
  if (!isKnown) {
    edge.counters.events['unknown-key'] += 1;
    return neutralPage(response, 404);
  }
  // Networks test the URL with HEAD; such a request reports no conversion.
  if (method === 'HEAD') {
    edge.counters.events.probe += 1;
    return plainText(response, 200, 'OK');
  }
  const query = queryOf(url);
  if (query.length > incomingLimits.queryLength) {
    edge.counters.events['too-long'] += 1;
    return plainText(response, 414, 'The request is too long.\n');
  }
  const postback: PostbackExchange = { ...exchange, edge, campaignId, query };
  readBody(request, incomingLimits.bodyBytes, (body) => handleBody(postback, body));
}

function handleBody(postback: PostbackExchange, body: Body): void {
  const { edge, response, onFailure } = postback;
  if (body === 'too-long') {
    edge.counters.events['too-long'] += 1;
    // Closes the connection instead of reading the rest of an oversized body.
    return plainText(response, 413, 'The request is too long.\n', ['connection', 'close']);
  }
  try {
    storePostback(postback, body);
  } catch (error) {
    onFailure(error);
    answerUnavailable(postback);
  }
}

function storePostback(postback: PostbackExchange, body: Buffer): void {
  const { edge, request, response, campaignId, query } = postback;
  const { headers } = request;
  const timeMs = edge.now();
  const row = writeInboxRow({
    id: edge.newId(timeMs),
    campaignId,
    receivedMs: timeMs,
    method: request.method === 'POST' ? 'POST' : 'GET',
    query,
    contentType: headers['content-type'] ?? '',
    body: body.toString('base64'),
    address: edge.readOrigin(request).address,
    userAgent: decodeHeader(headers['user-agent'] ?? ''),
  });
  edge.inbox.appendOrFail(row, timeMs, (fate) => {
    if (fate !== 'kept') return answerUnavailable(postback);
    edge.counters.events.kept += 1;
    plainText(response, 200, 'OK');
  });
}

// Answers 503, so that the network sends the postback again. If the answer were 200, the postback would be lost.
function answerUnavailable({ edge, response }: PostbackExchange): void {
  edge.counters.events.unavailable += 1;
  if (response.headersSent) return void response.destroy();
  plainText(response, 503, 'Try again later.\n', ['retry-after', retrySeconds]);
}
