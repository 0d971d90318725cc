import { isUtf8 } from 'node:buffer';

/**
 * A header as a text of its own. Those of plain requests are parts of the text of the whole request, and a part keeps
 * the whole of it in memory: what stays in a cache is copied first.
 */
export function copyHeader(header: string): string {
  const copy = Buffer.from(header, 'latin1').toString('latin1');
  return copy === header ? copy : Buffer.from(header, 'utf16le').toString('utf16le');
}

// oxlint-disable-next-line no-control-regex
const beyondAscii = /[^\0-\x7f]/;

/** A header as text: its bytes come one in each character, and are UTF-8 where they can be. */
export function decodeHeader(header: string): string {
  if (!beyondAscii.test(header)) return header;
  const bytes = Buffer.from(header, 'latin1');
  // Other characters than bytes are in what was decoded before.
  const isBytes = bytes.toString('latin1') === header;
  return isBytes && isUtf8(bytes) ? bytes.toString('utf8') : header;
}

const halfCharacter = /[\ud800-\udbff]$/;

/** A header cut to a length, between characters, as a copy where it was longer. */
export function cutHeader(header: string, lengthMax: number): string {
  if (header.length <= lengthMax) return header;
  return copyHeader(header.slice(0, lengthMax).replace(halfCharacter, ''));
}
