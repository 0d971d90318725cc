const passingStatuses = new Set([408, 425, 429]);

/** Whether a receiver that answers so may answer otherwise later: it is overloaded, broken, or asks for patience. */
export function isPassingStatus(status: number): boolean {
  return status >= 500 || passingStatuses.has(status);
}
