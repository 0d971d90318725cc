const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// Two digits at a time are read: the products still fit into 32 bits, and half the rounds are needed.
const step = 62 * 62;
// Four at a time are written, from limbs of three bytes: what is divided has 48 bits, which a number holds exactly.
const longStep = step * step;
const longLimb = 2 ** 24;
const firstDigits = new Uint8Array(step);
const secondDigits = new Uint8Array(step);
const digitValues = new Int8Array(128).fill(-1);
for (let value = 0; value < 62; value += 1) digitValues[alphabet.charCodeAt(value)] = value;
for (let value = 0; value < step; value += 1) {
  firstDigits[value] = alphabet.charCodeAt(Math.floor(value / 62));
  secondDigits[value] = alphabet.charCodeAt(value % 62);
}

export type Base62 = {
  /** The bytes as one number, the most significant byte first. */
  encode(bytes: Uint8Array): string;
  /** Fills the bytes; false where the text is anything but a number that fits. */
  decode(text: string, bytes: Uint8Array): boolean;
};

/** For numbers of one fixed size: an even number of bytes, and an even number of digits that is enough for them. */
export function makeBase62(bytesCount: number, digitsCount: number): Base62 {
  const limbs = new Uint16Array(bytesCount / 2);
  const longLimbs = new Float64Array(Math.ceil(bytesCount / 3));
  const digits = Buffer.alloc(digitsCount);
  const write = (value: number, at: number) => {
    digits[at] = firstDigits[value] ?? 0;
    digits[at + 1] = secondDigits[value] ?? 0;
  };
  return {
    encode: (bytes) => {
      readLongLimbs(bytes, bytesCount, longLimbs);
      let first = 0;
      for (let at = digitsCount - 2; at >= 0; at -= 4) {
        const rest = divide(longLimbs, first);
        while (first < longLimbs.length && longLimbs[first] === 0) first += 1;
        write(rest % step, at);
        if (at > 0) write(Math.floor(rest / step), at - 2);
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

/** By `longStep`, in place; `first` is the first limb that is not zero. Gives the remainder. */
function divide(limbs: Float64Array, first: number): number {
  let rest = 0;
  for (let at = first; at < limbs.length; at += 1) {
    const value = rest * longLimb + (limbs[at] ?? 0);
    const quotient = Math.floor(value / longStep);
    limbs[at] = quotient;
    rest = value - quotient * longStep;
  }
  return rest;
}

/** By `step`, in place; false where the number no longer fits. */
function multiplyAndAdd(limbs: Uint16Array, added: number): boolean {
  let carried = added;
  for (let at = limbs.length - 1; at >= 0; at -= 1) {
    const value = (limbs[at] ?? 0) * step + carried;
    limbs[at] = value & 0xffff;
    carried = value >>> 16;
  }
  return carried === 0;
}

/** From the end, so that the first limb is the one that may lack bytes. */
function readLongLimbs(bytes: Uint8Array, bytesCount: number, limbs: Float64Array): void {
  for (let limb = limbs.length - 1, at = bytesCount - 1; limb >= 0; limb -= 1, at -= 3)
    limbs[limb] =
      (bytes[at] ?? 0) |
      ((at > 0 ? (bytes[at - 1] ?? 0) : 0) << 8) |
      ((at > 1 ? (bytes[at - 2] ?? 0) : 0) << 16);
}

function writeLimbs(limbs: Uint16Array, bytes: Uint8Array): void {
  for (let at = 0; at < limbs.length; at += 1) {
    bytes[at * 2] = (limbs[at] ?? 0) >>> 8;
    bytes[at * 2 + 1] = limbs[at] ?? 0;
  }
}
