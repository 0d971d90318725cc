/** Converts text to a number. Text that is not a number is returned unchanged, so that the contract rejects it. */
export function toNumber(text: string): number | string {
  const trimmed = text.trim();
  return /^-?\d+(?:\.\d*)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
