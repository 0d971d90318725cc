import type { ConditionOperator, ConditionValues } from '@waypost/contract/conditions/conditions.ts';
import {
  parseAddress,
  parseAddressRange,
  type Address,
  type AddressRange,
} from '@waypost/contract/ip-addresses/parse-address.ts';
import type { LeafMatcher } from './read-input.ts';

/** Compares addresses by value, not by spelling. IPv4-mapped IPv6 addresses count as IPv4. */
export function addressMatcher(op: ConditionOperator, values: ConditionValues): LeafMatcher {
  const ranges = values
    .map((value) => parseAddressRange(String(value)))
    .filter((range) => range !== undefined);
  const test = op === 'in' ? rangesMatcher(ranges) : membersMatcher(ranges);
  return (input) => {
    const address = typeof input === 'string' ? parseAddress(input) : undefined;
    return address !== undefined && test(address);
  };
}

function membersMatcher(ranges: readonly AddressRange[]): (address: Address) => boolean {
  const members = new Set(ranges.map(({ from }) => from));
  return (address) => members.has(address);
}

function rangesMatcher(ranges: readonly AddressRange[]): (address: Address) => boolean {
  const ipv4 = mergeRanges(ranges.filter(({ from }) => typeof from === 'number'));
  const ipv6 = mergeRanges(ranges.filter(({ from }) => typeof from === 'string'));
  return (address) => isWithin(typeof address === 'number' ? ipv4 : ipv6, address);
}

// Returns sorted ranges without overlaps, so that only the last range that starts at or before an address can contain
// it.
function mergeRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const merged: AddressRange[] = [];
  for (const range of ranges.toSorted((left, right) => (left.from < right.from ? -1 : 1))) {
    const last = merged.at(-1);
    if (last === undefined || last.to < range.from) merged.push({ ...range });
    else if (last.to < range.to) last.to = range.to;
  }
  return merged;
}

function isWithin(ranges: readonly AddressRange[], address: Address): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.from ?? 0) <= address) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range !== undefined && address <= range.to;
}
