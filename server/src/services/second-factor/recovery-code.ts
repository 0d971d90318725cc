import { createHash, randomBytes } from 'node:crypto';
import { encodeBase32 } from '../../domain/totp.ts';

const codeCount = 10;
const codeBytes = 10;

/** Codes of 80 random bits in four groups, easy to copy from paper, and what is kept of them. */
export function issueRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: codeCount }, () =>
    (encodeBase32(randomBytes(codeBytes)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  );
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** However it was typed: in capitals, without its dashes, with spaces. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toLowerCase()).digest();
}
