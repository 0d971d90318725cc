const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// Decoding reads two digits at a time, which halves the number of rounds. The products still fit into 32 bits.
const step = 62 * 62;
// Encoding writes four digits at a time. With three bytes per limb, all intermediate sums fit into 53 bits, so a
// JavaScript number represents them exactly.
const longStep = step * step;
const longLimb = 2n ** 24n;
const firstDigits = new Uint8Array(step);
const secondDigits = new Uint8Array(step);
const digitValues = new Int8Array(128).fill(-1);
for (let value = 0; value < 62; value += 1) digitValues[alphabet.charCodeAt(value)] = value;
for (let value = 0; value < step; value += 1) {
  firstDigits[value] = alphabet.charCodeAt(Math.floor(value / 62));
  secondDigits[value] = alphabet.charCodeAt(value % 62);
}

type Base62 = {
  encode(bytes: Uint8Array): string;
  /** Writes the decoded number to `bytes`. Returns false if the text is not a number of the fixed length or is too large. */
  decode(text: string, bytes: Uint8Array): boolean;
};

/**
 * Creates an encoder for numbers of one fixed size. Both counts must be even, and there must be enough digits for the
 * bytes.
 */
export function makeBase62(bytesCount: number, digitsCount: number): Base62 {
  const limbs = new Uint16Array(bytesCount / 2);
  const groupsCount = Math.ceil(digitsCount / 4);
  const worths = limbWorths(Math.ceil(bytesCount / 3), groupsCount);
  const sums = new Float64Array(groupsCount);
  const digits = Buffer.alloc(digitsCount);
  const write = (value: number, at: number) => {
    digits[at] = firstDigits[value] ?? 0;
    digits[at + 1] = secondDigits[value] ?? 0;
  };
  return {
    encode: (bytes) => {
      addWorths(bytes, bytesCount, worths, sums);
      let carried = 0;
      for (let group = 0, at = digitsCount - 2; at >= 0; group += 1, at -= 4) {
        const value = (sums[group] ?? 0) + carried;
        carried = Math.floor(value / longStep);
        const four = value - carried * longStep;
        const firstTwo = (four / step) | 0;
        write(four - firstTwo * step, at);
        if (at > 0) write(firstTwo, at - 2);
      }
      return digits.toString('latin1');
    },
    decode: (text, bytes) => {
      if (text.length !== digitsCount) return false;
      limbs.fill(0);
      for (let at = 0; at < digitsCount; at += 2) {
        const high = digitValues[text.charCodeAt(at)] ?? -1;
        const low = digitValues[text.charCodeAt(at + 1)] ?? -1;
        if ((high | low) < 0 || !multiplyAndAdd(limbs, high * 62 + low)) return false;
      }
      writeLimbs(limbs, bytes);
      return true;
    },
  };
}

// Returns the value of each limb in groups of four digits, with the least significant limb and group first.
function limbWorths(limbsCount: number, groupsCount: number): Float64Array {
  const base = BigInt(longStep);
  const worths = Array.from({ length: limbsCount }, (_, limb) =>
    Array.from({ length: groupsCount }, (__, group) =>
      Number((longLimb ** BigInt(limb) / base ** BigInt(group)) % base),
    ),
  );
  return Float64Array.from(worths.flat());
}

// Adds the values of all limbs in groups of four digits, without carrying between the groups. Long division, digit by
// digit, takes twice as long.
function addWorths(bytes: Uint8Array, bytesCount: number, worths: Float64Array, sums: Float64Array): void {
  sums.fill(0);
  const groupsCount = sums.length;
  for (let limb = 0, at = bytesCount - 1; at >= 0; limb += 1, at -= 3) {
    const value =
      (bytes[at] ?? 0) |
      ((at > 0 ? (bytes[at - 1] ?? 0) : 0) << 8) |
      ((at > 1 ? (bytes[at - 2] ?? 0) : 0) << 16);
    // Four digits hold slightly less than three bytes, so a limb contributes only to groups up to its own index.
    const groups = Math.min(limb + 1, groupsCount);
    for (let group = 0; group < groups; group += 1)
      sums[group] = (sums[group] ?? 0) + value * (worths[limb * groupsCount + group] ?? 0);
  }
}

// Multiplies the number by `step` in place and adds `added`. Returns false on overflow.
function multiplyAndAdd(limbs: Uint16Array, added: number): boolean {
  let carried = added;
  for (let at = limbs.length - 1; at >= 0; at -= 1) {
    const value = (limbs[at] ?? 0) * step + carried;
    limbs[at] = value & 0xffff;
    carried = value >>> 16;
  }
  return carried === 0;
}

function writeLimbs(limbs: Uint16Array, bytes: Uint8Array): void {
  for (let at = 0; at < limbs.length; at += 1) {
    bytes[at * 2] = (limbs[at] ?? 0) >>> 8;
    bytes[at * 2 + 1] = limbs[at] ?? 0;
  }
}
