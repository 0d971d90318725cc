/** IP address as a number. IPv4-mapped IPv6 addresses count as IPv4. */
export type Address = { family: 4 | 6; value: bigint };

export type AddressRange = { family: 4 | 6; start: bigint; freeBits: bigint };

const mappedPrefix = 0xffffn;
const mappedBits = 96;
const dottedEnd = /(?<=:)(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;

/**
 * Parses every notation that operating systems resolve: `127.0.0.1`, `127.1`, `0x7f000001`, `::ffff:7f00:1`. Returns
 * undefined for any other text, including addresses with a zone (`fe80::1%eth0`), which have a meaning on one machine
 * only.
 */
export function parseAddress(text: string): Address | undefined {
  if (!text.includes(':')) {
    const value = parseIpv4(text);
    return value === undefined ? undefined : { family: 4, value };
  }
  const value = parseIpv6(text);
  if (value === undefined) return undefined;
  return value >> 32n === mappedPrefix
    ? { family: 4, value: BigInt.asUintN(32, value) }
    : { family: 6, value };
}

export function parseRange(text: string): AddressRange | undefined {
  const [addressText = '', prefixText, ...rest] = text.split('/');
  const address = parseAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  const writtenBits = addressText.includes(':') ? 128 : 32;
  const prefix = prefixText === undefined ? writtenBits : parsePrefix(prefixText);
  // A mapped range with a prefix shorter than the mapping is rejected, because the range would also include IPv6
  // addresses.
  const shortest = address.family === 4 && writtenBits === 128 ? mappedBits : 0;
  if (!(prefix >= shortest && prefix <= writtenBits)) return undefined;
  return { family: address.family, start: address.value, freeBits: BigInt(writtenBits - prefix) };
}

export function isInRange(address: Address, range: AddressRange): boolean {
  return address.family === range.family && address.value >> range.freeBits === range.start >> range.freeBits;
}

function parsePrefix(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
}

// Parses an IPv4 address with one to four parts. The last part fills the remaining bytes.
function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.').map(parseIpv4Part);
  const last = parts.pop() ?? Number.NaN;
  const isComplete =
    parts.length <= 3 && parts.every((part) => part <= 0xff) && last < 256 ** (4 - parts.length);
  if (!isComplete) return undefined;
  return BigInt(parts.reduce((sum, part, index) => sum + part * 256 ** (3 - index), last));
}

// Returns NaN for text that is not a number, and for `010`, which some parsers read as eight and others as ten.
function parseIpv4Part(part: string): number {
  const isPlain = /^(?:0+[0-7]?|[1-9]\d*|0x[\da-f]+)$/i.test(part);
  return isPlain ? Number(part) : Number.NaN;
}

function parseIpv6(text: string): bigint | undefined {
  const [head = '', tail, ...rest] = text.replace(dottedEnd, toGroups).split('::');
  if (rest.length > 0) return undefined;
  const before = splitGroups(head);
  const after = splitGroups(tail ?? '');
  const missing = 8 - before.length - after.length;
  const isComplete = tail === undefined ? missing === 0 : missing >= 1;
  const groups = [...before, ...Array<string>(Math.max(missing, 0)).fill('0'), ...after];
  if (!isComplete || !groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return BigInt(`0x${groups.map((group) => group.padStart(4, '0')).join('')}`);
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

// Converts the dotted IPv4 suffix of an IPv6 address to two groups.
function toGroups(dotted: string): string {
  const value = parseIpv4(dotted);
  if (value === undefined) return dotted;
  return `${(value >> 16n).toString(16)}:${BigInt.asUintN(16, value).toString(16)}`;
}
