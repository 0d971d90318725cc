const [zero, nine, dot, colon] = [0x30, 0x39, 0x2e, 0x3a];
// Maximum lengths of an IPv4 address (255.255.255.255) and of an IPv6 address that ends with an IPv4 address.
const ipv4LengthMax = 15;
const ipv6LengthMax = 45;

/**
 * Returns the number of an IPv4 address in canonical notation, or -1 for any other text. The edge calls this function
 * for every visit, so it neither allocates memory nor uses a regular expression.
 */
export function readIpv4(text: string): number {
  if (text.length > ipv4LengthMax) return -1;
  let value = 0;
  let dots = 0;
  let begin = 0;
  let part = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === dot) {
      if (at === begin) return -1;
      value = value * 256 + part;
      dots += 1;
      begin = at + 1;
      part = 0;
    } else {
      // A leading zero is rejected, because some parsers read it as octal.
      const isInvalid = code < zero || code > nine || (at > begin && part === 0);
      part = part * 10 + code - zero;
      if (isInvalid || part > 255) return -1;
    }
  }
  return dots === 3 && begin < text.length ? value * 256 + part : -1;
}

// Groups of the last IPv6 address. One shared array avoids an allocation per visit.
const groups = new Uint16Array(8);

/**
 * Reads an IPv6 address without a zone. Returns false for any other text. Read the result with `ipv6Word` and
 * `mappedIpv4` before the next call.
 */
export function readIpv6(text: string): boolean {
  if (text.length < 2 || text.length > ipv6LengthMax) return false;
  let count = 0;
  let gap = -1;
  let digits = 0;
  let value = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === dot) return readDottedEnd(text.slice(at - digits), count, gap);
    if (code !== colon) {
      const digit = hexDigit(code);
      if (digit < 0 || digits === 4) return false;
      value = value * 16 + digit;
      digits += 1;
      continue;
    }
    const isGap = text.charCodeAt(at + 1) === colon;
    // Every colon must follow digits, except for `::` at the start of the text.
    if (isGap ? gap >= 0 || (digits === 0 && at > 0) : digits === 0) return false;
    if (digits > 0) groups[count++] = value;
    if (isGap) {
      gap = count;
      at += 1;
    }
    digits = 0;
    value = 0;
  }
  if (digits > 0) groups[count++] = value;
  else if (gap !== count) return false;
  return expandGap(count, gap);
}

/** Returns one of the four 32-bit words of the IPv6 address that was read last. */
export function ipv6Word(position: 0 | 1 | 2 | 3): number {
  return (groups[2 * position] ?? 0) * 65_536 + (groups[2 * position + 1] ?? 0);
}

/**
 * Returns the IPv4 address if the IPv6 address that was read last is an IPv4-mapped address such as `::ffff:192.0.2.1`,
 * and -1 otherwise. Dual-stack sockets report IPv4 clients in this form.
 */
export function mappedIpv4(): number {
  return ipv6Word(0) === 0 && ipv6Word(1) === 0 && ipv6Word(2) === 0xffff ? ipv6Word(3) : -1;
}

function readDottedEnd(dotted: string, count: number, gap: number): boolean {
  const value = readIpv4(dotted);
  if (value < 0) return false;
  groups[count] = value >>> 16;
  groups[count + 1] = value & 0xffff;
  return expandGap(count + 2, gap);
}

// Moves the groups after `::` to the end. `::` replaces at least one group.
function expandGap(count: number, gap: number): boolean {
  if (gap < 0 || count > 7) return gap < 0 && count === 8;
  const missing = 8 - count;
  for (let at = 7; at >= gap; at -= 1) groups[at] = at - missing >= gap ? (groups[at - missing] ?? 0) : 0;
  return true;
}

function hexDigit(code: number): number {
  if (code >= zero && code <= nine) return code - zero;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
