const zero = 48;
const nine = 57;
const dot = 46;
const colon = 58;

/**
 * The upper half of the last address read as IPv6. One object for all calls: an address is read for every new visitor,
 * and nothing keeps the words longer than the lookup that follows.
 */
export const upperWords = { first: 0, second: 0 };

/** An IPv4 address as a number; -1 for anything else. */
export function readIpv4(text: string): number {
  let value = 0;
  let part = -1;
  let dots = 0;
  if (text.length > 15) return -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === dot) {
      if (part < 0) return -1;
      value = value * 256 + part;
      part = -1;
      dots += 1;
    } else {
      if (code < zero || code > nine) return -1;
      part = (part < 0 ? 0 : part * 10) + code - zero;
      if (part > 255) return -1;
    }
  }
  return dots === 3 && part >= 0 ? value * 256 + part : -1;
}

/** The IPv4 address within `::ffff:192.0.2.1`, which is how IPv4 visitors look on a socket that listens on both. */
export function unmapped(text: string): string {
  return text.length > 7 && text.charCodeAt(0) === colon && text.slice(0, 7).toLowerCase() === '::ffff:'
    ? (fromGroups(text.slice(7)) ?? text)
    : text;
}

function fromGroups(rest: string): string | undefined {
  if (rest.includes('.')) return rest;
  const groups = /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(rest);
  if (groups === null) return undefined;
  const [high, low] = [parseInt(groups[1] ?? '', 16), parseInt(groups[2] ?? '', 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/**
 * Reads the first 64 bits of an IPv6 address into `upperWords`. Networks on the internet are never announced smaller
 * than that, so the rest says nothing about the place.
 */
export function readIpv6Upper(text: string): boolean {
  if (text.length < 2 || text.length > 39) return false;
  let count = 0;
  let gap = -1;
  let digits = 0;
  groups[0] = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== colon) {
      const digit = hexadecimal(code);
      if (digit < 0 || digits === 4) return false;
      groups[count] = (groups[count] ?? 0) * 16 + digit;
      digits += 1;
    } else if (text.charCodeAt(at + 1) === colon) {
      if (gap >= 0 || (digits === 0 && at > 0)) return false;
      if (digits > 0) count += 1;
      gap = count;
      at += 1;
      digits = 0;
      groups[count] = 0;
    } else {
      if (digits === 0) return false;
      count += 1;
      if (count > 7) return false;
      digits = 0;
      groups[count] = 0;
    }
  }
  if (digits > 0) count += 1;
  else if (gap !== count) return false;
  return spread(count, gap);
}

// One array for all calls, with room for what an overlong text brings before it is refused.
const groups = new Uint16Array(9);

function hexadecimal(code: number): number {
  if (code >= zero && code <= nine) return code - zero;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Puts the groups where they belong: those after the gap stand at the end. */
function spread(count: number, gap: number): boolean {
  if (gap < 0 ? count !== 8 : count > 7) return false;
  const group = (position: number): number => {
    if (gap < 0 || position < gap) return groups[position] ?? 0;
    const fromEnd = 8 - position;
    return fromEnd <= count - gap ? (groups[count - fromEnd] ?? 0) : 0;
  };
  upperWords.first = group(0) * 65_536 + group(1);
  upperWords.second = group(2) * 65_536 + group(3);
  return true;
}
