/** An address as a number. One of IPv4 that is mapped into IPv6 counts as the IPv4 address that it stands for. */
export type Address = { family: 4 | 6; value: bigint };

/** The addresses of one family whose numbers begin alike: all but their last `freeBits`. */
export type AddressRange = { family: 4 | 6; start: bigint; freeBits: bigint };

const mappedPrefix = 0xffffn;
const mappedBits = 96;
const dottedEnd = /(?<=:)(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;

/**
 * Reads an address in every spelling that the resolvers of operating systems take: `127.0.0.1`, `127.1`, `0x7f000001`,
 * `::ffff:7f00:1`. Undefined for anything else, also for a zone (`fe80::1%eth0`), which has a meaning on one machine only.
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

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address; undefined for anything else. */
export function parseRange(text: string): AddressRange | undefined {
  const [addressText = '', prefixText, ...rest] = text.split('/');
  const address = parseAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  const writtenBits = addressText.includes(':') ? 128 : 32;
  const prefix = prefixText === undefined ? writtenBits : parsePrefix(prefixText);
  // A mapped range reaches beyond IPv4 where its prefix is shorter than the mapping.
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

/** One to four parts; the last one fills all bytes that the others leave. */
function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.').map(parseIpv4Part);
  const last = parts.pop() ?? Number.NaN;
  const isComplete =
    parts.length <= 3 && parts.every((part) => part <= 0xff) && last < 256 ** (4 - parts.length);
  if (!isComplete) return undefined;
  return BigInt(parts.reduce((sum, part, index) => sum + part * 256 ** (3 - index), last));
}

/** NaN for what is no number, and for `010`: to some readers that is eight, to others ten. */
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

/** `127.0.0.1` at the end of an IPv6 address, as the two groups that it stands for. */
function toGroups(dotted: string): string {
  const value = parseIpv4(dotted);
  if (value === undefined) return dotted;
  return `${(value >> 16n).toString(16)}:${BigInt.asUintN(16, value).toString(16)}`;
}
