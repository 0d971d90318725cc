import { headerSetters, type SetHeader } from './fast-headers.ts';

const setters = Object.entries(headerSetters);

/** What a header means here: its place among the setters, or one of these. */
export const meanings = { unread: -1, connection: -2, special: -3 };

// A body, another protocol, an answer that is waited for first: Node has to deal with them.
const specialNames = ['content-length', 'expect', 'transfer-encoding', 'upgrade'];

const known: readonly (readonly [name: string, meaning: number])[] = [
  ...setters.map(([name], at) => [name, at] as const),
  ...specialNames.map((name) => [name, meanings.special] as const),
  ['connection', meanings.connection],
];

// A power of two, and so many that hardly two names share a slot.
const slotsCount = 1_024;
const slots: (readonly (readonly [name: string, meaning: number])[] | undefined)[] = Array.from(
  { length: slotsCount },
  (_, slot) => {
    const there = known.filter(([name]) => slotOf(nameHash(Buffer.from(name))) === slot);
    return there.length === 0 ? undefined : there;
  },
);

export const settersByMeaning: readonly SetHeader[] = setters.map(([, set]) => set);

/** One more character of a name, whose case does not matter. Cheap; whether the name is the one is looked at afterwards. */
export function hashNext(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + (byte | 0x20)) | 0;
}

function nameHash(name: Buffer): number {
  return name.reduce((hash, byte) => hashNext(hash, byte), 0);
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 10)) & (slotsCount - 1);
}

/** What the name between two places means, by its hash. Cutting the name out and looking it up in a map takes longer. */
export function meaningOf(hash: number, bytes: Uint8Array, begin: number, end: number): number {
  const there = slots[slotOf(hash)];
  if (there === undefined) return meanings.unread;
  for (const [name, meaning] of there) if (isName(name, bytes, begin, end)) return meaning;
  return meanings.unread;
}

function isName(name: string, bytes: Uint8Array, begin: number, end: number): boolean {
  if (name.length !== end - begin) return false;
  for (let at = 0; at < name.length; at += 1)
    // Names have letters and hyphens only, and no other character of a name differs from these by that one bit.
    if (((bytes[begin + at] ?? 0) | 0x20) !== name.charCodeAt(at)) return false;
  return true;
}
