import type { ErrorCode } from '@waypost/contract/api/error-codes.ts';
import type { Header, Reference } from './document.ts';

const wholeNumber = { type: 'integer', minimum: 0 };

export const describedHeaders = {
  'x-request-id': {
    description: 'Identifies the request in the logs. Same as requestId in an error.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'ratelimit-limit': {
    description: 'Requests allowed per minute. Absent if there is no limit.',
    required: false,
    schema: wholeNumber,
  },
  'ratelimit-remaining': {
    description: 'Requests that can be sent right now.',
    required: false,
    schema: wholeNumber,
  },
  'ratelimit-reset': {
    description: 'Seconds until the full limit is available again.',
    required: false,
    schema: wholeNumber,
  },
  'retry-after': {
    description: 'Seconds to wait before retrying.',
    required: true,
    schema: wholeNumber,
  },
  'retry-after-in-progress': {
    description:
      'Seconds to wait before retrying, if the first request with this Idempotency-Key is still running; absent otherwise.',
    required: false,
    schema: wholeNumber,
  },
} satisfies Record<string, Header>;

type HeaderName = keyof typeof describedHeaders;

const always: HeaderName[] = ['x-request-id'];
const limited: HeaderName[] = [...always, 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

export function publicHeadersOf(code?: ErrorCode): Record<string, Reference> {
  // The key and its subscription are checked before the rate limit, so these errors have no rate limit headers.
  if (code === 'UNAUTHORIZED' || code === 'BILLING_REQUIRED') return refer(always);
  return refer(withRetry(limited, code));
}

/** Headers of the panel API, which reports its rate limit only when the limit is exceeded. */
export const panelHeaders: Record<string, Header> = {
  'x-request-id': describedHeaders['x-request-id'],
  'retry-after': describedHeaders['retry-after'],
  'retry-after-in-progress': describedHeaders['retry-after-in-progress'],
};

/**
 * Returns the response headers for an error code. A repeated create request may have to wait for the first request, so
 * its conflict response includes Retry-After.
 */
export function panelHeadersOf(code?: ErrorCode, isCreate = false): Record<string, Reference> {
  const headers = refer(withRetry(always, code));
  if (code !== 'CONFLICT' || !isCreate) return headers;
  return { ...headers, 'retry-after': { $ref: '#/components/headers/retry-after-in-progress' } };
}

function withRetry(names: HeaderName[], code: ErrorCode | undefined): HeaderName[] {
  return code === 'RATE_LIMITED' || code === 'SERVICE_UNAVAILABLE' ? [...names, 'retry-after'] : names;
}

function refer(names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
