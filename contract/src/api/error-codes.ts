/**
 * All HTTP API error codes. The docs, the OpenAPI documents, CLI exit codes and tests derive from this table.
 */
export const errorCodes = {
  VALIDATION_FAILED: { status: 400, meaning: 'the request is not valid; details.issues lists the problems' },
  UNAUTHORIZED: { status: 401, meaning: 'the request has no valid credentials' },
  BILLING_REQUIRED: { status: 402, meaning: 'the workspace has no active subscription with API access' },
  FORBIDDEN: { status: 403, meaning: 'the credentials do not allow this operation' },
  NOT_FOUND: { status: 404, meaning: 'route, method or record not found in this workspace' },
  CONFLICT: {
    status: 409,
    meaning: 'the state of a record prevents the change; details.blocked lists the records',
  },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'the request body is too large' },
  RATE_LIMITED: { status: 429, meaning: 'too many requests; retry after the time in the retry-after header' },
  INTERNAL_ERROR: { status: 500, meaning: 'unexpected server error; find it in the logs by its request ID' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning:
      'a component is unavailable or the query takes too long (see details.reason); retry after the time in the retry-after header',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorCodes;
