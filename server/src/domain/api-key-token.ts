import { crc32 } from 'node:zlib';

// Parts of an API key: the locator identifies the key, and the secret authenticates it.
type KeyToken = { locator: string; secret: string };

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const locatorLength = 22;
const secretLength = 43;
const checksumLength = 6;
const form = new RegExp(
  `^wpk_([0-9A-Za-z]{${locatorLength}})_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`,
);

export const locatorBytes = 16;
export const secretBytes = 32;

export function buildKeyToken(random: { locator: Uint8Array; secret: Uint8Array }): KeyToken {
  return { locator: toBase62(random.locator, locatorLength), secret: toBase62(random.secret, secretLength) };
}

/** Writes a token with a checksum, which distinguishes a mistyped or truncated token from an unknown token. */
export function formatKeyToken(token: KeyToken): string {
  const body = `wpk_${token.locator}_${token.secret}`;
  return body + checksum(body);
}

export function parseKeyToken(text: string): KeyToken | undefined {
  const [, locator, secret, sum] = form.exec(text) ?? [];
  if (locator === undefined || secret === undefined) return undefined;
  return sum === checksum(`wpk_${locator}_${secret}`) ? { locator, secret } : undefined;
}

function checksum(body: string): string {
  return encode(BigInt(crc32(body)), checksumLength);
}

function toBase62(bytes: Uint8Array, length: number): string {
  return encode(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), length);
}

function encode(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}
