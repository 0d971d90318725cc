import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { decodeBech32 } from './bech32.ts';

// Encrypts and decrypts small files in the format of age (age-encryption.org/v1) with X25519 keys, which `age` and
// other tools can also read.
const version = 'age-encryption.org/v1';
const fileKeyBytes = 16;
const nonceBytes = 16;
const tagBytes = 16;
const chunkBytes = 64 * 1024;
const keyBytes = 32;
const cipherName = 'chacha20-poly1305';
const zeroNonce = Buffer.alloc(12);
// DER of an X25519 private key, up to the key itself.
const privateKeyStart = Buffer.from('302e020100300506032b656e04220420', 'hex');

// Returns undefined if the text is not the public key of an age key pair.
export function parseAgeRecipient(text: string): Buffer | undefined {
  const key = decodeBech32(text, 'age');
  return key?.length === keyBytes ? key : undefined;
}

// Returns the private keys in a file that `age-keygen` wrote.
export function parseAgeIdentities(text: string): Buffer[] {
  return text
    .split('\n')
    .map((line) => decodeBech32(line.trim(), 'age-secret-key-'))
    .filter((key) => key?.length === keyBytes) as Buffer[];
}

export function encryptAge(content: Buffer, recipient: Buffer): Buffer {
  const fileKey = randomBytes(fileKeyBytes);
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const share = rawOf(publicKey);
  const key = wrapKeyOf(diffieHellman({ privateKey, publicKey: publicKeyOf(recipient) }), share, recipient);
  const stanza = [`-> X25519 ${encode(share)}`, encode(seal(key, zeroNonce, fileKey))];
  const header = [version, ...stanza, '---'].join('\n');
  const nonce = randomBytes(nonceBytes);
  return Buffer.concat([
    Buffer.from(`${header} ${encode(macOf(fileKey, header))}\n`),
    nonce,
    ...chunksOf(content, chunkBytes).map((chunk, at, all) =>
      seal(payloadKeyOf(fileKey, nonce), chunkNonce(at, at === all.length - 1), chunk),
    ),
  ]);
}

// Returns undefined if the file is damaged or was not encrypted for any of the identities.
export function decryptAge(file: Buffer, identities: readonly Buffer[]): Buffer | undefined {
  const end = file.indexOf('\n', file.indexOf('\n--- ') + 1);
  const [, header = '', stanzas = '', mac = ''] =
    /^(age-encryption\.org\/v1\n([^]*?\n)---) ([\w+/]{43})\n$/.exec(file.toString('latin1', 0, end + 1)) ??
    [];
  const fileKey = identities
    .map((identity) => findFileKey(stanzas, identity))
    .find((key) => key !== undefined);
  if (fileKey === undefined) return undefined;
  if (!timingSafeEqual(macOf(fileKey, header), Buffer.from(mac, 'base64'))) return undefined;
  const payload = file.subarray(end + 1);
  const key = payloadKeyOf(fileKey, payload.subarray(0, nonceBytes));
  const opened = chunksOf(payload.subarray(nonceBytes), chunkBytes + tagBytes).map((chunk, at, all) =>
    open(key, chunkNonce(at, at === all.length - 1), chunk),
  );
  return opened.includes(undefined) ? undefined : Buffer.concat(opened as Buffer[]);
}

function findFileKey(stanzas: string, identity: Buffer): Buffer | undefined {
  const privateKey = createPrivateKey({
    key: Buffer.concat([privateKeyStart, identity]),
    format: 'der',
    type: 'pkcs8',
  });
  const recipient = rawOf(createPublicKey(privateKey));
  for (const [, share = '', body = ''] of stanzas.matchAll(/^-> X25519 ([\w+/]{43})\n([\w+/]{43})\n/gm)) {
    const publicKey = Buffer.from(share, 'base64');
    const shared = diffieHellman({ privateKey, publicKey: publicKeyOf(publicKey) });
    const key = open(wrapKeyOf(shared, publicKey, recipient), zeroNonce, Buffer.from(body, 'base64'));
    if (key?.length === fileKeyBytes) return key;
  }
  return undefined;
}

function publicKeyOf(raw: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });
}

function rawOf(publicKey: KeyObject): Buffer {
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function wrapKeyOf(shared: Buffer, share: Buffer, recipient: Buffer): Buffer {
  return derive(shared, Buffer.concat([share, recipient]), `${version}/X25519`);
}

function payloadKeyOf(fileKey: Buffer, nonce: Buffer): Buffer {
  return derive(fileKey, nonce, 'payload');
}

function macOf(fileKey: Buffer, header: string): Buffer {
  return createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest();
}

function derive(key: Buffer, salt: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, keyBytes));
}

// The last byte marks the last chunk, so that a file that was cut off is noticed.
function chunkNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function chunksOf(content: Buffer, length: number): Buffer[] {
  const count = Math.max(1, Math.ceil(content.length / length));
  return Array.from({ length: count }, (_, at) => content.subarray(at * length, (at + 1) * length));
}

function seal(key: Buffer, nonce: Buffer, content: Buffer): Buffer {
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length < tagBytes) return undefined;
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
