const textBytesMax = 512;
/** Texts of at most so many characters are never cut: no character takes more than three bytes for each unit of its length. */
export const plainLengthMax = Math.floor(textBytesMax / 3);
const percent = 0x25;
const plus = 0x2b;
const hexValues = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 16; digit += 1) {
  const character = digit.toString(16);
  hexValues[character.charCodeAt(0)] = digit;
  hexValues[character.toUpperCase().charCodeAt(0)] = digit;
}

// All of the printable characters of ASCII, without the two that stand for others.
const plain = /^[ -$&-*,-~]*$/;
// Tabs are left: they separate words, and harm nobody.
// oxlint-disable-next-line no-control-regex
const control = /[\0-\x08\n-\x1f\x7f-\x9f]/g;

/** Whether a text of a query says what it says: nothing to decode, and nothing to remove. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

let scratch = Buffer.alloc(16 * 1024);

/**
 * A name or a value of a query as text. Broken escapes stand for themselves, broken UTF-8 becomes U+FFFD, and control
 * characters are removed.
 */
export function decodeText(text: string): string {
  return isPlain(text) ? text : decodeBytes(text).replace(control, '');
}

/** `decodeURIComponent` would throw where an escape is broken, and that costs more than all the rest. */
function decodeBytes(text: string): string {
  // A character that is no byte takes up to three.
  if (scratch.length < text.length * 3) scratch = Buffer.alloc(text.length * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0xff) {
      // Only a caller that has decoded before passes such a character.
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

/** The byte that an escape stands for; -1 where it is broken. */
function escapedByte(text: string, at: number): number {
  const high = hexValues[text.charCodeAt(at + 1)] ?? -1;
  const low = hexValues[text.charCodeAt(at + 2)] ?? -1;
  return (high | low) < 0 ? -1 : (high << 4) | low;
}

/** At most 512 bytes of UTF-8, without half a character at the end. */
export function cutText(text: string): string {
  if (text.length <= plainLengthMax) return text;
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
