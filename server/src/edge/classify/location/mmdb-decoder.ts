import { TwoGenerationCache } from '../two-generation-cache.ts';

const types = {
  extended: 0,
  pointer: 1,
  text: 2,
  double: 3,
  bytes: 4,
  uint16: 5,
  uint32: 6,
  map: 7,
  int32: 8,
  uint64: 9,
  uint128: 10,
  array: 11,
  boolean: 14,
  float: 15,
} as const;

const pointerStart = [0, 2_048, 526_336, 0] as const;
const depthMax = 16;
const textsMax = 8_000;

/**
 * Decodes values in a MaxMind DB file. Decodes only the wanted map keys, because records also contain coordinates,
 * postal codes and names in eight languages. Throws on invalid data.
 */
export class MmdbDecoder {
  readonly #bytes: Buffer;
  readonly #base: number;
  readonly #wanted: ReadonlySet<string>;
  // Files store each key and name once and point to it. Decoding a string again takes ten times as long as a cache
  // lookup.
  readonly #texts = new TwoGenerationCache<number, string>(textsMax);
  #at = 0;

  /** `base` is the position that pointers are relative to. */
  constructor(bytes: Buffer, base: number, wanted: ReadonlySet<string>) {
    this.#bytes = bytes;
    this.#base = base;
    this.#wanted = wanted;
  }

  decode(at: number): unknown {
    this.#at = at;
    return this.#value(0);
  }

  #value(depth: number): unknown {
    if (depth > depthMax) throw new Error('values are nested too deeply');
    const control = this.#byte();
    const type = this.#type(control);
    if (type === types.pointer) return this.#followPointer(control, depth);
    const size = this.#size(control);
    switch (type) {
      case types.text:
        return this.#text(size);
      case types.map:
        return this.#map(size, depth);
      case types.array:
        return this.#array(size, depth);
      case types.uint16:
      case types.uint32:
      case types.uint64:
        return this.#unsigned(size);
      case types.boolean:
        return size !== 0;
      default:
        this.#at += size;
        return undefined;
    }
  }

  #followPointer(control: number, depth: number): unknown {
    const target = this.#pointer(control);
    const after = this.#at;
    const cached = this.#texts.get(target);
    if (cached !== undefined) return cached;
    this.#at = target;
    const value = this.#value(depth + 1);
    this.#at = after;
    if (typeof value === 'string') this.#texts.set(target, value);
    return value;
  }

  #map(size: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    for (let entry = 0; entry < size; entry += 1) {
      const key = this.#value(depth + 1);
      if (typeof key === 'string' && this.#wanted.has(key)) map[key] = this.#value(depth + 1);
      else this.#skip(depth + 1);
    }
    return map;
  }

  // Decodes only the first item, because subdivisions are sorted from largest to smallest.
  #array(size: number, depth: number): unknown[] {
    const array: unknown[] = size > 0 ? [this.#value(depth + 1)] : [];
    for (let item = 1; item < size; item += 1) this.#skip(depth + 1);
    return array;
  }

  #skip(depth: number): void {
    if (depth > depthMax) throw new Error('values are nested too deeply');
    const control = this.#byte();
    const type = this.#type(control);
    if (type === types.pointer) {
      this.#at += ((control >> 3) & 3) + 1;
      return;
    }
    const size = this.#size(control);
    const inner = type === types.map ? size * 2 : size;
    if (type === types.map || type === types.array) {
      for (let value = 0; value < inner; value += 1) this.#skip(depth + 1);
    } else if (type !== types.boolean) this.#at += size;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Error('a value is outside the file');
    this.#at += 1;
    return byte;
  }

  #type(control: number): number {
    const type = control >> 5;
    return type === types.extended ? this.#byte() + 7 : type;
  }

  #size(control: number): number {
    const size = control & 31;
    if (size < 29) return size;
    if (size === 29) return 29 + this.#byte();
    if (size === 30) return 285 + this.#unsigned(2);
    return 65_821 + this.#unsigned(3);
  }

  #pointer(control: number): number {
    const size = (control >> 3) & 3;
    const high = size === 3 ? 0 : (control & 7) * 256 ** (size + 1);
    return this.#base + high + this.#unsigned(size + 1) + (pointerStart[size] ?? 0);
  }

  #unsigned(size: number): number {
    let value = 0;
    for (let byte = 0; byte < size; byte += 1) value = value * 256 + this.#byte();
    return value;
  }

  #text(size: number): string {
    const from = this.#at;
    this.#at += size;
    if (this.#at > this.#bytes.length) throw new Error('a string is outside the file');
    return this.#bytes.toString('utf8', from, this.#at);
  }
}
