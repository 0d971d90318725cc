/**
 * HMAC function for time-based one-time passwords (RFC 6238). Codes use SHA-1, six digits and 30-second steps, which
 * all authenticator apps support.
 */
export type Hmac = (key: Uint8Array, message: Uint8Array) => Uint8Array;

export const totpSecretBytes = 20;

const stepMs = 30_000;
const digits = 6;
// The previous and the next step are also accepted, because phone clocks are off by seconds and typing takes time.
const stepsAround = [0, -1, 1];

export function totpStepAt(at: Date): number {
  return Math.floor(at.getTime() / stepMs);
}

export function computeTotp(hmacSha1: Hmac, secret: Uint8Array, step: number): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = hmacSha1(secret, new Uint8Array(counter.buffer));
  const view = new DataView(mac.buffer, mac.byteOffset, mac.byteLength);
  const offset = view.getUint8(mac.byteLength - 1) & 0x0f;
  const number = view.getUint32(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function findTotpStep(
  hmacSha1: Hmac,
  secret: Uint8Array,
  code: string,
  now: Date,
): number | undefined {
  const current = totpStepAt(now);
  return stepsAround
    .map((offset) => current + offset)
    .find((step) => step >= 0 && computeTotp(hmacSha1, secret, step) === code);
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes in Base32 (RFC 4648) without padding, the form in which authenticator apps expect secrets. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32Letters.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('');
}

export function buildTotpUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = [
    `secret=${encodeBase32(secret)}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    `digits=${digits}`,
    `period=${stepMs / 1000}`,
  ];
  return `otpauth://totp/${label}?${parameters.join('&')}`;
}
