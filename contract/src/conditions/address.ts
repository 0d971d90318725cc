/**
 * IPv4 address as a number or IPv6 address as 32 hexadecimal digits. Addresses of the same family can be compared with
 * `<`. IPv4-mapped IPv6 addresses count as IPv4.
 */
export type Address = number | string;

/** Range that includes both ends. Both ends belong to the same address family. */
export type AddressRange = { from: Address; to: Address };

const octet = String.raw`(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const ipv4Form = new RegExp(`^${[octet, octet, octet, octet].join(String.raw`\.`)}$`);
const prefixLength = /^(?:0|[1-9]\d{0,2})$/;
const ipv6Group = /^[0-9a-f]{1,4}$/i;
const mappedStart = `${'0'.repeat(20)}ffff`;
const longestAddress = 45;

export function parseAddress(text: string): Address | undefined {
  if (text.length > longestAddress) return undefined;
  if (!text.includes(':')) return parseIpv4(text);
  const digits = parseIpv6(text);
  return digits === undefined ? undefined : unmap(digits);
}

export function parseAddressRange(text: string): AddressRange | undefined {
  if (text.includes('/')) return parseNetwork(text);
  const [start = '', end = start, ...rest] = text.split('-');
  const [from, to] = [parseAddress(start.trim()), parseAddress(end.trim())];
  if (from === undefined || to === undefined || rest.length > 0) return undefined;
  return typeof from === typeof to && from <= to ? { from, to } : undefined;
}

function parseIpv4(text: string): number | undefined {
  const parts = ipv4Form.exec(text);
  if (parts === null) return undefined;
  return (
    Number(parts[1]) * 2 ** 24 + Number(parts[2]) * 2 ** 16 + Number(parts[3]) * 2 ** 8 + Number(parts[4])
  );
}

function parseIpv6(text: string): string | undefined {
  const expanded = withoutDots(text);
  const halves = expanded?.split('::').map((half) => (half === '' ? [] : half.split(':'))) ?? [];
  const [head = [], tail] = halves;
  const groups = [...head, ...(tail ?? [])];
  const missing = 8 - groups.length;
  // `::` replaces at least one group.
  if (halves.length > 2 || (tail === undefined ? missing !== 0 : missing < 1)) return undefined;
  if (!groups.every((group) => ipv6Group.test(group))) return undefined;
  const padded = groups.map((group) => group.toLowerCase().padStart(4, '0'));
  padded.splice(head.length, 0, ...Array.from({ length: missing }, () => '0000'));
  return padded.join('');
}

function withoutDots(text: string): string | undefined {
  const end = text.slice(text.lastIndexOf(':') + 1);
  if (!end.includes('.')) return text;
  const value = parseIpv4(end);
  if (value === undefined) return undefined;
  const groups = `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
  return text.slice(0, -end.length) + groups;
}

function unmap(digits: string): Address {
  return digits.startsWith(mappedStart) ? Number.parseInt(digits.slice(mappedStart.length), 16) : digits;
}

function parseNetwork(text: string): AddressRange | undefined {
  const [base = '', length = '', ...rest] = text.split('/');
  const bits = prefixLength.test(length) ? Number(length) : Number.NaN;
  if (rest.length > 0 || base.length > longestAddress) return undefined;
  if (base.includes(':')) return ipv6Network(parseIpv6(base), bits);
  const address = parseIpv4(base);
  if (address === undefined || !(bits <= 32)) return undefined;
  const size = 2 ** (32 - bits);
  const from = Math.floor(address / size) * size;
  return { from, to: from + size - 1 };
}

function ipv6Network(digits: string | undefined, bits: number): AddressRange | undefined {
  if (digits === undefined || !(bits <= 128)) return undefined;
  const whole = Math.floor(bits / 4);
  const host = 0xf >> (bits % 4);
  const digit = Number.parseInt(digits[whole] ?? '0', 16);
  const ends = [digit & ~host, digit | host].map((edge, index) =>
    `${digits.slice(0, whole)}${edge.toString(16)}`.padEnd(32, index === 0 ? '0' : 'f').slice(0, 32),
  );
  const [low = '', high = ''] = ends;
  const [from, to] = [unmap(low), unmap(high)];
  // If only one end is IPv4-mapped, the network is wider than the mapped range and remains an IPv6 network.
  return typeof from === typeof to ? { from, to } : { from: low, to: high };
}
