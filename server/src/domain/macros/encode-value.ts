const plain = /^[A-Za-z0-9_.~-]*$/;
const quotes = /'/g;
const onlyDots = /^(?:\.|%2e)*$/i;
// Besides what is not printable ASCII: what browsers and servers read in more than one way, and percent signs that
// encode nothing. Both cases are spelled out: with the flag, the Kelvin sign would pass for a k.
const unsafe = /[^!#-&(-;=?-[\]_a-z~]|%(?![0-9a-fA-F]{2})/gu;

/** A value as a part of a path segment, a query value or a fragment: none of its characters delimits anything. */
export function encodeValue(value: string): string {
  return plain.test(value) ? value : encodeAll(value.toWellFormed());
}

/** As it is, delimiters and percent-encoding included, save for what has no place in any URL. */
export function encodeRaw(value: string): string {
  return plain.test(value) ? value : value.toWellFormed().replace(unsafe, encodeAll);
}

/** A path segment of one or two dots leads upwards however it is encoded, so such a value has no place in a path. */
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
