/**
 * A header as a text of its own. Those of plain requests are parts of the text of the whole request, and a part keeps
 * the whole of it in memory: what stays in a cache is copied first.
 */
export function copyHeader(header: string): string {
  const copy = Buffer.from(header, 'latin1').toString('latin1');
  // Headers are bytes, one in each character; any other text is left as it is.
  return copy === header ? copy : header;
}

/** A header cut to a length, as a copy where it was longer. */
export function cutHeader(header: string, lengthMax: number): string {
  return header.length <= lengthMax ? header : copyHeader(header.slice(0, lengthMax));
}
