/** Every error the HTTP interfaces can answer with. Docs, OpenAPI, exit codes and tests derive from this table. */
export const errorCodes = {
  VALIDATION_FAILED: { status: 400, meaning: 'the request has the wrong shape; details.issues says where' },
  UNAUTHORIZED: { status: 401, meaning: 'no valid credential came with the request' },
  BILLING_REQUIRED: { status: 402, meaning: 'the workspace has no active subscription with API access' },
  FORBIDDEN: { status: 403, meaning: 'the credential does not allow this operation' },
  NOT_FOUND: { status: 404, meaning: 'no such route or method, or no such record in this workspace' },
  CONFLICT: { status: 409, meaning: 'the state of a record forbids the change; details.blocked says which' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'the request body is larger than allowed' },
  RATE_LIMITED: { status: 429, meaning: 'too many requests; retry-after says when to try again' },
  INTERNAL_ERROR: { status: 500, meaning: 'a fault of ours; the request id finds it in the logs' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning:
      'a part of the service is away, or the question takes too long; details.reason says which, retry-after when to try again',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorCodes;
