import type { ErrorEnvelope } from '@waypost/contract/api/envelope.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../platform/errors.ts';
import { unavailableLogOf } from '../platform/unavailable-log.ts';

const retryAfterSeconds = 5;
/**
 * The delay is long, because a query that is too heavy usually has to be changed. A retry helps only if the cause was
 * the load from other queries.
 */
const retryHeavyAfterSeconds = 600;

/**
 * Sends every error in the same envelope, or as the given page. Unexpected errors get a fixed message with the request
 * ID.
 */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  page?: string,
): FastifyReply {
  const known = toWaypostError(error);
  if (known.status === 503) unavailableLogOf(request.server.server, request.server.log).note(known);
  else if (known.status >= 500) request.log.error({ err: known.cause ?? error }, known.message);
  if (known.status === 503)
    reply.header('retry-after', isTooHeavy(known) ? retryHeavyAfterSeconds : retryAfterSeconds);
  // A stream that failed before its first chunk has set this header, but the error response is not compressed.
  reply.removeHeader('content-encoding');
  const { retryAfter } = known.details;
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  if (page !== undefined) return reply.status(known.status).type('text/html; charset=utf-8').send(page);
  return reply.status(known.status).send(buildErrorEnvelope(known, request.id));
}

export function buildErrorEnvelope(error: WaypostError, requestId: string): ErrorEnvelope {
  const { code, message, details } = error;
  return { ok: false, error: { code, message, details: { ...extraDetails(error), ...details } }, requestId };
}

/**
 * Sends an error with the reason that the panel uses to tell errors with the same code apart. Public API responses do
 * not contain the reason, because they are a fixed contract.
 */
export function sendPanelError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toWaypostError(error);
  return sendError(known.reason === undefined ? known : known.with({ reason: known.reason }), request, reply);
}

function extraDetails({ code, message, details }: WaypostError): ErrorEnvelope['error']['details'] {
  // An error about the whole request is also listed as an issue, with an empty path.
  if (code === 'VALIDATION_FAILED' && details['issues'] === undefined)
    return { issues: [{ path: '', message }] };
  // The status 503 can mean that programs should wait or that they should request less data; the reason tells them
  // which.
  return code === 'SERVICE_UNAVAILABLE' ? { reason: 'unavailable' } : {};
}

function isTooHeavy({ details }: WaypostError): boolean {
  return details['reason'] === 'too-heavy';
}

export function toWaypostError(error: unknown): WaypostError {
  if (error instanceof WaypostError) return error;
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (status === 413) return new WaypostError('PAYLOAD_TOO_LARGE', 'The request body is too large');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new WaypostError('VALIDATION_FAILED', 'The request is malformed', { cause: error });
  return new WaypostError('INTERNAL_ERROR', 'Internal error. Search the logs for the request ID.', {
    cause: error,
  });
}
