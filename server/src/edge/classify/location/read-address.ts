const zero = 48;
const nine = 57;
const dot = 46;
const colon = 58;

/**
 * Upper 64 bits of the last parsed IPv6 address. One shared object avoids an allocation per visit; callers must use it
 * before the next call.
 */
export const upperWords = { first: 0, second: 0 };

/** Returns the address as a number; -1 if it is not IPv4. */
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

/** Extracts the IPv4 address from `::ffff:192.0.2.1`, the form in which a dual-stack socket reports IPv4 clients. */
export function unmapIpv4(text: string): string {
  return text.length > 7 && text.charCodeAt(0) === colon && text.slice(0, 7).toLowerCase() === '::ffff:'
    ? (parseMappedIpv4(text.slice(7)) ?? text)
    : text;
}

function parseMappedIpv4(rest: string): string | undefined {
  if (rest.includes('.')) return rest;
  const groups = /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(rest);
  if (groups === null) return undefined;
  const [high, low] = [parseInt(groups[1] ?? '', 16), parseInt(groups[2] ?? '', 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/**
 * Reads the first 64 bits of an IPv6 address into `upperWords`. No smaller networks are routed on the internet, so the
 * other 64 bits don't affect the location.
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
      const digit = hexDigit(code);
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
  return fillUpperWords(count, gap);
}

// Shared by all calls. The array has room for one more group than is valid, because overlong text is rejected later.
const groups = new Uint16Array(9);

function hexDigit(code: number): number {
  if (code >= zero && code <= nine) return code - zero;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

// Expands `::`: groups after the gap are aligned to the end.
function fillUpperWords(count: number, gap: number): boolean {
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
