const plain = /^[A-Za-z0-9_.~-]*$/;
const quotes = /'/g;
const onlyDots = /^(?:\.|%2e)*$/i;
// Characters that are not printable ASCII, characters that browsers and servers interpret differently, and percent
// signs that encode nothing. The pattern lists upper and lower case, because with the i flag the Kelvin sign would
// match k.
const unsafe = /[^!#-&(-;=?-[\]_a-z~]|%(?![0-9a-fA-F]{2})/gu;

/** Encodes a value for a path segment, query value or fragment, including all delimiters. */
export function encodeValue(value: string): string {
  return plain.test(value) ? value : encodeAll(value.toWellFormed());
}

/** Keeps delimiters and percent-encoding, and encodes characters that no URL may contain. */
export function encodeRaw(value: string): string {
  return plain.test(value) ? value : value.toWellFormed().replace(unsafe, encodeAll);
}

/**
 * Encodes the value of a macro. A dot segment in a path is dropped, because it leads to a parent directory however it
 * is encoded.
 */
export function encodePart(part: { isRaw: boolean; isInPath: boolean }, value: string): string {
  if (value === '' || (part.isInPath && isDots(value))) return '';
  return part.isRaw ? encodeRaw(value) : encodeValue(value);
}

export function isDots(text: string): boolean {
  return onlyDots.test(text);
}

function encodeAll(text: string): string {
  return encodeURIComponent(text).replace(quotes, '%27');
}
