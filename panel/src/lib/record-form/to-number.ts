/** Text that is not a number is returned unchanged, for the contract to reject. */
export function toNumber(text: string): number | string {
  const trimmed = text.trim();
  return /^-?\d+(?:\.\d*)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
