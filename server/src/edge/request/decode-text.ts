const textBytesMax = 512;
/** Text up to this length is never truncated, because a UTF-16 code unit takes at most three bytes in UTF-8. */
export const untruncatedLength = Math.floor(textBytesMax / 3);
const percent = 0x25;
const plus = 0x2b;
const hexValues = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 16; digit += 1) {
  const character = digit.toString(16);
  hexValues[character.charCodeAt(0)] = digit;
  hexValues[character.toUpperCase().charCodeAt(0)] = digit;
}

// Printable ASCII without `%` and `+`.
const plain = /^[ -$&-*,-~]*$/;
// Tabs are kept, because they separate words.
// oxlint-disable-next-line no-control-regex
const control = /[\0-\x08\n-\x1f\x7f-\x9f]/g;

/** Returns true if the text needs no decoding and contains no control characters. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

let scratch = Buffer.alloc(16 * 1024);

/**
 * Decodes a name or value from a query. Invalid escapes are kept as they are, invalid UTF-8 becomes U+FFFD, and control
 * characters are removed.
 */
export function decodeText(text: string): string {
  return isPlain(text) ? text : decodeBytes(text).replace(control, '');
}

// Used instead of `decodeURIComponent`, which throws on invalid escapes. Exceptions would be too slow here.
function decodeBytes(text: string): string {
  // A character above 0xff takes up to three bytes.
  if (scratch.length < text.length * 3) scratch = Buffer.alloc(text.length * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0xff) {
      // Such characters occur only if the text has been decoded already.
      const wide = String.fromCodePoint(text.codePointAt(at) ?? code);
      length += scratch.write(wide, length);
      at += wide.length - 1;
      continue;
    }
    const byte = code === percent ? escapedByte(text, at) : -1;
    if (byte >= 0) at += 2;
    scratch[length] = byte >= 0 ? byte : code === plus ? 0x20 : code;
    length += 1;
  }
  return scratch.toString('utf8', 0, length);
}

function escapedByte(text: string, at: number): number {
  const high = hexValues[text.charCodeAt(at + 1)] ?? -1;
  const low = hexValues[text.charCodeAt(at + 2)] ?? -1;
  return (high | low) < 0 ? -1 : (high << 4) | low;
}

/** Truncates text to 512 bytes of UTF-8 without splitting a character. */
export function truncateText(text: string): string {
  if (text.length <= untruncatedLength) return text;
  if (Buffer.byteLength(text) <= textBytesMax) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > textBytesMax) break;
    end += character.length;
  }
  return text.slice(0, end);
}
