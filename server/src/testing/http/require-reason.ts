const statusesWithReason = new Set([401, 403, 409, 429]);

/** Returns true for statuses whose errors must have a machine-readable reason in the panel API. */
export function needsReason(status: number): boolean {
  return statusesWithReason.has(status);
}

/** Throws if a panel API error that must have a reason has none. Every response that a test receives is checked. */
export function requireReason(status: number, text: string): void {
  if (!needsReason(status) || text === '') return;
  const { error } = JSON.parse(text) as { error?: { details?: { reason?: unknown } } };
  const reason = error?.details?.reason;
  if (typeof reason !== 'string' || !/^[a-z]+(?:-[a-z]+)*$/.test(reason))
    throw new Error(`panel API error has no details.reason: ${text}`);
}
