/**
 * Columns of a spool row. Requests are stored as received: `query` with one character per byte, `body` in base64, and
 * `received_at` in milliseconds.
 */
export const inboxColumns = [
  'id',
  'campaign_id',
  'received_at',
  'method',
  'query',
  'content_type',
  'body',
  'address',
  'user_agent',
] as const;

/**
 * Maximum sizes of a request. Longer requests are rejected, because a truncated request could have a different
 * meaning.
 */
export const incomingLimits = { queryLength: 8 * 1024, bodyBytes: 16 * 1024 } as const;

/** Maximum lengths of values that only describe the request. Longer values are truncated. */
export const incomingCuts = { contentType: 255, address: 64, userAgent: 1_024 } as const;

export type IncomingKey = { key: string; untilMs: number | null };
