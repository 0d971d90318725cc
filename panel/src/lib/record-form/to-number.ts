/** The number that was typed. What is none stays a text, for the contract to refuse. */
export function toNumber(text: string): number | string {
  const trimmed = text.trim();
  return /^-?\d+(?:\.\d*)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
