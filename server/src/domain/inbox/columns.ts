/**
 * What the edge keeps of an incoming request, in the order of the cells of its spool row. A request is kept as it came:
 * `query` with one character for each byte that was sent, `body` in base64, `received_at` in milliseconds.
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

/** What is longer is refused, since half of a request says something else than the whole. */
export const incomingLimits = { queryLength: 8 * 1024, bodyBytes: 16 * 1024 } as const;

/** What is longer is cut: these say how a request came, not what it says. */
export const incomingCuts = { contentType: 255, address: 64, userAgent: 1_024 } as const;

/** A key that a campaign takes events by: for good, or until then because another took its place. */
export type IncomingKey = { key: string; untilMs: number | null };
