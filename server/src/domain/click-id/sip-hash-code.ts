// SipHash-2-4 in WebAssembly, which has the 64-bit integers that the algorithm uses. JavaScript has only 32-bit
// integers and takes three times as long. The code is assembled here instruction by instruction, so no build step is
// needed, and tests compare it with a reference implementation.
const { get, set, load, store } = { get: 0x20, set: 0x21, load: 0x29, store: 0x37 };
const { block, loop, end, goTo, goToIf } = { block: 0x02, loop: 0x03, end: 0x0b, goTo: 0x0c, goToIf: 0x0d };
const int = { constant: 0x41, isAtLeast: 0x4f, add: 0x6a, and: 0x71 };
const long = {
  constant: 0x42,
  add: 0x7c,
  subtract: 0x7d,
  and: 0x83,
  or: 0x84,
  xor: 0x85,
  shift: 0x86,
  turn: 0x89,
  of: 0xad,
};
// Declares the part of WebAssembly that is used here, because Node's type definitions do not include WebAssembly.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};
const types = { int: 0x7f, long: 0x7e, nothing: 0x40, function: 0x60 };

export const startAt = 0;
export const resultAt = 32;
export const inputAt = 64;

// Indexes of the local variables. The first variable is the parameter.
const [length, at, wholeEnd, v0, v1, v2, v3, word] = [0, 1, 2, 3, 4, 5, 6, 7];

const addTo = (target: number, other: number) => [get, target, get, other, long.add, set, target];
const xorTo = (target: number, other: number) => [get, target, get, other, long.xor, set, target];
const turn = (target: number, bits: number) =>
  join(get, target, long.constant, signed(bits), long.turn, set, target);
const loadInput = [get, at, load, 0, inputAt];

const round = join(
  join(addTo(v0, v1), turn(v1, 13), xorTo(v1, v0), turn(v0, 32)),
  join(addTo(v2, v3), turn(v3, 16), xorTo(v3, v2)),
  join(addTo(v0, v3), turn(v3, 21), xorTo(v3, v0)),
  join(addTo(v2, v1), turn(v1, 17), xorTo(v1, v2), turn(v2, 32)),
);
const takeIn = join(xorTo(v3, word), round, round, xorTo(v0, word));

const begin = join(
  ...[v0, v1, v2, v3].map((part, index) => [int.constant, 0, load, 0, startAt + index * 8, set, part]),
  join(get, length, int.constant, signed(-8), int.and, set, wholeEnd),
);
const eachWhole = join(
  [block, types.nothing, loop, types.nothing],
  [get, at, get, wholeEnd, int.isAtLeast, goToIf, 1],
  join(loadInput, set, word, takeIn),
  [get, at, int.constant, 8, int.add, set, at, goTo, 0],
  [end, end],
);
// The last word consists of the remaining bytes, with the length as its highest byte.
const leftOverBits = [get, length, int.constant, 7, int.and, long.of, long.constant, 3, long.shift];
const last = join(
  join(loadInput, long.constant, 1, leftOverBits, long.shift, long.constant, 1, long.subtract, long.and),
  join(get, length, long.of, long.constant, signed(56), long.shift, long.or, set, word, takeIn),
);
const finish = join(
  join(get, v2, long.constant, signed(0xff), long.xor, set, v2, round, round, round, round),
  [int.constant, 0, get, v0, get, v1, long.xor, get, v2, long.xor, get, v3, long.xor],
  [store, 0, resultAt, end],
);
const variables = [2, 2, types.int, 5, types.long];
const hash = join(variables, begin, eachWhole, last, finish);

const module = new WebAssembly.Module(
  Uint8Array.from(
    join(
      join(0, letters('asm'), 1, 0, 0, 0),
      section(1, [1, types.function, 1, types.int, 0]),
      section(3, [1, 0]),
      section(5, [1, 0, 1]),
      section(7, join(2, named('memory'), 2, 0, named('hash'), 0, 0)),
      section(10, join(1, unsigned(hash.length), hash)),
    ),
  ),
);

type SipHashCode = {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  hash: (length: number) => void;
};

export function newSipHashCode(): SipHashCode {
  return new WebAssembly.Instance(module).exports as SipHashCode;
}

function join(...pieces: (number | readonly number[])[]): number[] {
  return pieces.flat();
}

function section(kind: number, content: number[]): number[] {
  return join(kind, unsigned(content.length), content);
}

function named(name: string): number[] {
  return join(name.length, letters(name));
}

function letters(text: string): number[] {
  return [...Buffer.from(text)];
}

// Encodes a number in LEB128: seven bits per byte, lowest bits first.
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >> 7)];
}

function signed(value: number): number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
