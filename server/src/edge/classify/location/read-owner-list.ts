import { setImmediate as nextTurn } from 'node:timers/promises';
import { ipv6Key, OwnerList } from './owner-list.ts';
import { ipv6Word, readIpv4, readIpv6 } from '@waypost/contract/ip-addresses/read-address.ts';

const comma = 44;
const newline = 10;
const carriageReturn = 13;
const quote = 34;
// Lines to read per turn of the event loop. A turn takes a few milliseconds, and visitors are served between turns.
const linesPerTurn = 10_000;

/**
 * Parses sorted lines of `first address,last address,AS number,"name"`. IPv4 addresses may be numbers. Accepts the
 * contents of several files, because IPv4 and IPv6 ranges are usually in separate files.
 */
export async function readOwnerList(texts: readonly Buffer[]): Promise<OwnerList> {
  const list = new OwnerList();
  for (const text of texts) {
    let lines = 0;
    for (let at = 0; at < text.length;) {
      const end = findByte(text, newline, at);
      if (end > at && !readLine(list, text, at, end)) list.invalidLines += 1;
      at = end + 1;
      lines += 1;
      if (lines % linesPerTurn === 0) await nextTurn();
    }
  }
  return list;
}

function readLine(list: OwnerList, text: Buffer, at: number, end: number): boolean {
  const first = findByte(text, comma, at);
  const second = findByte(text, comma, first + 1);
  if (second >= end) return false;
  const third = Math.min(findByte(text, comma, second + 1), end);
  const asn = readNumber(text, second + 1, third);
  if (asn <= 0) return false;
  const owner = list.indexOf(asn) ?? list.addOwner(asn, readName(text, third + 1, end));
  const start = readNumber(text, at, first);
  if (start >= 0) return list.ipv4.add(start, readNumber(text, first + 1, second), owner);
  return readTextRange(
    list,
    text.toString('latin1', at, first),
    text.toString('latin1', first + 1, second),
    owner,
  );
}

function readTextRange(list: OwnerList, from: string, to: string, owner: number): boolean {
  if (!from.includes(':')) return list.ipv4.add(readIpv4(from), readIpv4(to), owner);
  if (!readIpv6(from)) return false;
  const start = ipv6Key(ipv6Word(0), ipv6Word(1));
  if (!readIpv6(to)) return false;
  const end = ipv6Key(ipv6Word(0), ipv6Word(1));
  // Ranges within the same /48 have the same key; the first owner wins.
  return end <= list.ipv6.lastEnd || list.ipv6.add(Math.max(start, list.ipv6.lastEnd + 1), end, owner);
}

// Returns the length of the text if the byte is missing. Uses a plain loop, because a native call per field is slower.
function findByte(text: Buffer, byte: number, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== byte) at += 1;
  return at;
}

function readNumber(text: Buffer, from: number, to: number): number {
  if (to <= from || to - from > 10) return -1;
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = (text[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function readName(text: Buffer, from: number, to: number): string {
  const end = text[to - 1] === carriageReturn ? to - 1 : to;
  if (from >= end) return '';
  if (text[from] !== quote) return text.toString('utf8', from, end);
  return text.toString('utf8', from + 1, end - 1).replaceAll('""', '"');
}
