import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts and decrypts values that must be useless to anyone who has only the database. */
export type SecretBox = {
  /** Encrypts a value. `owner` is authenticated but not stored, so the value can be opened only for the same owner. */
  seal: (secret: Buffer, owner: string) => Buffer;
  /** Returns undefined if the value was sealed with a different key or for a different owner, or was modified. */
  open: (sealed: Buffer, owner: string) => Buffer | undefined;
};

const nonceBytes = 12;
const tagBytes = 16;

export function createSecretBox(secret: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `waypost ${purpose}`, 32));
  return {
    seal: (plaintext, owner) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
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
