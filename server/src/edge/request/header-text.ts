import { isUtf8 } from 'node:buffer';

/**
 * Copies a header before it is cached. Headers of fast requests are slices of the whole request's string, and a slice
 * keeps that string in memory.
 */
export function copyHeader(header: string): string {
  const copy = Buffer.from(header, 'latin1').toString('latin1');
  return copy === header ? copy : Buffer.from(header, 'utf16le').toString('utf16le');
}

// oxlint-disable-next-line no-control-regex
const beyondAscii = /[^\0-\x7f]/;

/** Decodes a header as UTF-8 if it is valid UTF-8. Node delivers headers as one character per byte. */
export function decodeHeader(header: string): string {
  if (!beyondAscii.test(header)) return header;
  const bytes = Buffer.from(header, 'latin1');
  // Characters above 0xff mean that the header has been decoded already.
  const isBytes = bytes.toString('latin1') === header;
  return isBytes && isUtf8(bytes) ? bytes.toString('utf8') : header;
}

const unpairedSurrogate = /[\ud800-\udbff]$/;

/** Truncates a header without splitting a surrogate pair. The truncated header is a copy. */
export function truncateHeader(header: string, lengthMax: number): string {
  if (header.length <= lengthMax) return header;
  return copyHeader(header.slice(0, lengthMax).replace(unpairedSurrogate, ''));
}
