import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps what has to be read again and is no use to whoever gets hold of the database alone. */
export type SecretBox = {
  /** `owner` is not kept: a sealed value opens only for the one it was sealed for. */
  seal: (secret: Buffer, owner: string) => Buffer;
  /** Undefined where it was sealed with another key, for another owner, or changed. */
  open: (sealed: Buffer, owner: string) => Buffer | undefined;
};

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a key of its own for each purpose, all derived from one secret. */
export function createSecretBox(secret: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `waypost ${purpose}`, 32));
  return {
    seal: (plain, owner) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, owner) => {
      if (sealed.length < nonceBytes + tagBytes) return undefined;
      const nonce = sealed.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
