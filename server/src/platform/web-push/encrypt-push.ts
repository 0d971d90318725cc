import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

// Keys of a browser's subscription, as raw bytes.
type PushKeys = { p256dh: Buffer; auth: Buffer };

const curve = 'prime256v1';
const tagBytes = 16;
const recordBytes = 4_096;
// Marks the last record of a message. No padding follows.
const lastRecord = Buffer.of(2);

// Encrypts a message of at most 3,993 bytes for a browser, as specified by RFC 8291 (message encryption for Web Push)
// with the content coding `aes128gcm` of RFC 8188. Each message needs a new salt and a new private key.
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: PushKeys,
  { salt, privateKey }: { salt: Buffer; privateKey: Buffer } = makeEphemeral(),
): Buffer {
  const sender = createECDH(curve);
  sender.setPrivateKey(privateKey);
  const publicKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const secret = derive(sender.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const plain = Buffer.concat([message, lastRecord]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordBytes);
  head.writeUInt8(publicKey.length, 4);
  if (plain.length + tagBytes + salt.length + head.length + publicKey.length > recordBytes)
    throw new Error('the message is too long for a push service');
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([salt, head, publicKey, body]);
}

// Returns whether the bytes are an uncompressed point on the curve P-256.
export function isPushPublicKey(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, curve);
    return true;
  } catch {
    return false;
  }
}

function makeEphemeral(): { salt: Buffer; privateKey: Buffer } {
  const sender = createECDH(curve);
  sender.generateKeys();
  return { salt: randomBytes(16), privateKey: sender.getPrivateKey() };
}

function derive(secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
