const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const checksumLength = 6;

// Returns the bytes of a text in the Bech32 format of BIP 173, without its limit of 90 characters. Returns undefined if
// the text has a different prefix or a typing error.
export function decodeBech32(text: string, prefix: string): Buffer | undefined {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return undefined;
  if (!lower.startsWith(`${prefix}1`)) return undefined;
  const values = Array.from(lower.slice(prefix.length + 1), (character) => alphabet.indexOf(character));
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  if (values.includes(-1) || values.length < checksumLength || polymod([...expanded, ...values]) !== 1)
    return undefined;
  return toBytes(values.slice(0, -checksumLength));
}

function polymod(values: readonly number[]): number {
  return values.reduce((sum, value) => {
    const next = ((sum & 0x1ffffff) << 5) ^ value;
    return generators.reduce(
      (mixed, generator, bit) => ((sum >> (25 + bit)) & 1 ? mixed ^ generator : mixed),
      next,
    );
  }, 1);
}

// Joins groups of five bits to bytes. The bits that remain must be fewer than five, and zero.
function toBytes(values: readonly number[]): Buffer | undefined {
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('');
  const end = bits.length - (bits.length % 8);
  if (bits.length - end >= 5 || bits.slice(end).includes('1')) return undefined;
  return Buffer.from((bits.slice(0, end).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
