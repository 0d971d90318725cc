import type { ErrorEnvelope } from '@waypost/contract/envelope.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../platform/errors.ts';
import { unavailableLogOf } from '../platform/unavailable-log.ts';

const retryAfterSeconds = 5;
/** For a question that is too heavy: it has to be asked differently, and at most the load of others will pass. */
const retryHeavyAfterSeconds = 600;

/** Every failure leaves in the same envelope; what is not ours to show leaves as a fixed text with the request's id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toWaypostError(error);
  if (known.status === 503) unavailableLogOf(request.server.server, request.server.log).note(known);
  else if (known.status >= 500) request.log.error({ err: known.cause ?? error }, known.message);
  if (known.status === 503)
    reply.header('retry-after', isTooHeavy(known) ? retryHeavyAfterSeconds : retryAfterSeconds);
  // A stream that failed before its first piece had one; the refusal is not packed as that would have been.
  reply.removeHeader('content-encoding');
  const { retryAfter } = known.details;
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  return reply.status(known.status).send(buildErrorEnvelope(known, request.id));
}

export function buildErrorEnvelope(error: WaypostError, requestId: string): ErrorEnvelope {
  const { code, message, details } = error;
  return { ok: false, error: { code, message, details: { ...whatElse(error), ...details } }, requestId };
}

/** The panel tells refusals of one code apart by their reason; the public API's answers are fixed, and do without. */
export function sendPanelError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toWaypostError(error);
  return sendError(known.reason === undefined ? known : known.with({ reason: known.reason }), request, reply);
}

function whatElse({ code, message, details }: WaypostError): ErrorEnvelope['error']['details'] {
  // What is wrong with the whole has no place of its own, and is listed all the same.
  if (code === 'VALIDATION_FAILED' && details['issues'] === undefined)
    return { issues: [{ path: '', message }] };
  // Whether to wait or to ask for less: both are 503, and a program cannot tell them by the words.
  return code === 'SERVICE_UNAVAILABLE' ? { reason: 'unavailable' } : {};
}

function isTooHeavy({ details }: WaypostError): boolean {
  return details['reason'] === 'too-heavy';
}

function toWaypostError(error: unknown): WaypostError {
  if (error instanceof WaypostError) return error;
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (status === 413) return new WaypostError('PAYLOAD_TOO_LARGE', 'the request body is too large');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new WaypostError('VALIDATION_FAILED', 'the request is malformed', { cause: error });
  return new WaypostError(
    'INTERNAL_ERROR',
    'something went wrong on our side; the request id finds it in the logs',
    { cause: error },
  );
}
