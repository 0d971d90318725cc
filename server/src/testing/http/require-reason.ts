const statusesWithReason = new Set([401, 403, 409, 429]);

/** True for statuses whose errors must have a machine-readable reason in the panel API. */
export function needsReason(status: number): boolean {
  return statusesWithReason.has(status);
}

/** Throws if such an error has no reason. Runs for every response that a test receives. */
export function requireReason(status: number, text: string): void {
  if (!needsReason(status) || text === '') return;
  const { error } = JSON.parse(text) as { error?: { details?: { reason?: unknown } } };
  const reason = error?.details?.reason;
  if (typeof reason !== 'string' || !/^[a-z]+(?:-[a-z]+)*$/.test(reason))
    throw new Error(`panel API error has no details.reason: ${text}`);
}
