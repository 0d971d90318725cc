import { headerSetters, type SetHeader } from './fast-headers.ts';

const setters = Object.entries(headerSetters);

/** Codes of headers without a setter. The code of any other header is the index of its setter. */
export const headerCodes = { ignored: -1, connection: -2, unsupported: -3 };

// Node handles requests with a body, a protocol upgrade or `Expect: 100-continue`.
const unsupportedNames = ['content-length', 'expect', 'transfer-encoding', 'upgrade'];

const known: readonly (readonly [name: string, code: number])[] = [
  ...setters.map(([name], at) => [name, at] as const),
  ...unsupportedNames.map((name) => [name, headerCodes.unsupported] as const),
  ['connection', headerCodes.connection],
];

// A power of two, large enough that names rarely share a slot.
const slotCount = 1_024;
const slots: (readonly (readonly [name: string, code: number])[] | undefined)[] = Array.from(
  { length: slotCount },
  (_, slot) => {
    const candidates = known.filter(([name]) => slotOf(nameHash(Buffer.from(name))) === slot);
    return candidates.length === 0 ? undefined : candidates;
  },
);

export const settersByCode: readonly SetHeader[] = setters.map(([, set]) => set);

/** Adds a character to a case-insensitive hash. The hash is cheap but not exact, so the name is compared afterward. */
export function hashNext(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + (byte | 0x20)) | 0;
}

function nameHash(name: Buffer): number {
  return name.reduce((hash, byte) => hashNext(hash, byte), 0);
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 10)) & (slotCount - 1);
}

/** Finds the code of the name between two offsets by its hash. Slicing the name for a map lookup would take longer. */
export function findHeaderCode(hash: number, bytes: Uint8Array, start: number, end: number): number {
  const candidates = slots[slotOf(hash)];
  if (candidates === undefined) return headerCodes.ignored;
  for (const [name, code] of candidates) if (isName(name, bytes, start, end)) return code;
  return headerCodes.ignored;
}

function isName(name: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let at = 0; at < name.length; at += 1)
    // Known names consist of letters and hyphens. No other character that is allowed in names differs from these by the
    // case bit alone.
    if (((bytes[start + at] ?? 0) | 0x20) !== name.charCodeAt(at)) return false;
  return true;
}
