/**
 * A header cut to a length, as a copy where it was longer: a part of a text keeps the whole of it in memory, and what
 * is cut here stays in caches.
 */
export function cutHeader(header: string, lengthMax: number): string {
  if (header.length <= lengthMax) return header;
  // Node gives headers as bytes, one in each character.
  return Buffer.from(header.slice(0, lengthMax), 'latin1').toString('latin1');
}
