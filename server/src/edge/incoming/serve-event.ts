import type { IncomingMessage, ServerResponse } from 'node:http';
import { incomingLimits } from '../../domain/inbox/columns.ts';
import { writeInboxRow } from '../../domain/inbox/inbox-row.ts';
import { queryOf } from '../../domain/read-route.ts';
import { neutralPage, plainText } from '../answers.ts';
import type { EdgeContext } from '../edge-context.ts';
import { decodeHeader } from '../request/cut-header.ts';
import { readBody, type Body } from '../request/read-body.ts';

// In `retry-after` of a refused event. Most networks try again after a pause of their own, whatever it says.
const retrySeconds = '5';

/** One request and everything that answering it takes. */
type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  /** Gets a mistake of ours, to count and log it. */
  onFailure: (error: unknown) => void;
};
type Asked = Exchange & { edge: EdgeContext; campaignId: string; query: string };

/**
 * `GET|POST /e/{incomingKey}`: keeps the request as it came, and says `OK` once it is on disk. What it says is looked at
 * later, so that the answer is the same whatever that is. The key alone lets it in: neither the host nor the state of
 * the campaign matters, since what happened to its visitors has happened.
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
  // Networks check with HEAD whether the address works; such a request reports no event.
  if (method === 'HEAD') {
    edge.counters.events.probe += 1;
    return plainText(response, 200, 'OK');
  }
  const query = queryOf(url);
  if (query.length > incomingLimits.queryLength) {
    edge.counters.events['too-long'] += 1;
    return plainText(response, 414, 'Too long.\n');
  }
  const asked: Asked = { ...exchange, edge, campaignId, query };
  readBody(request, incomingLimits.bodyBytes, (body) => takeEvent(asked, body));
}

function takeEvent(asked: Asked, body: Body): void {
  const { edge, response, onFailure } = asked;
  if (body === 'too-long') {
    edge.counters.events['too-long'] += 1;
    // The rest of a body that is too long is not worth the wait.
    return plainText(response, 413, 'Too long.\n', ['connection', 'close']);
  }
  try {
    keepEvent(asked, body);
  } catch (error) {
    onFailure(error);
    answerLater(asked);
  }
}

function keepEvent(asked: Asked, body: Buffer): void {
  const { edge, request, response, campaignId, query } = asked;
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
    if (fate !== 'kept') return answerLater(asked);
    edge.counters.events.kept += 1;
    plainText(response, 200, 'OK');
  });
}

/** The event could not be kept. 503 tells the network so, and it sends the event again; 200 would lose it. */
function answerLater({ edge, response }: Asked): void {
  edge.counters.events.unavailable += 1;
  if (response.headersSent) return void response.destroy();
  plainText(response, 503, 'Try again later.\n', ['retry-after', retrySeconds]);
}
