const reasoned = new Set([401, 403, 409, 429]);

/** Whether an answer of the panel's API has to say for programs why it is a refusal. */
export function isReasoned(status: number): boolean {
  return reasoned.has(status);
}

/** Every refusal that a test sees is held against that, whatever else it is looked at for. */
export function requireReason(status: number, text: string): void {
  if (!isReasoned(status) || text === '') return;
  const { error } = JSON.parse(text) as { error?: { details?: { reason?: unknown } } };
  const reason = error?.details?.reason;
  if (typeof reason !== 'string' || !/^[a-z]+(?:-[a-z]+)*$/.test(reason))
    throw new Error(`a refusal of the panel's API has no reason: ${text}`);
}
