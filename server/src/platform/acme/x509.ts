import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { der } from './der.ts';

const ids = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  extensionRequest: '1.2.840.113549.1.9.14',
  subjectAltName: '2.5.29.17',
};
// A common name has at most 64 characters. Longer host names are only in the subject alternative name.
const commonNameLengthMax = 64;
const dnsNameTag = 2;

export type Extension = { id: string; isCritical?: boolean; value: Buffer };

export function generateKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

export function hostExtension(host: string): Extension {
  return { id: ids.subjectAltName, value: der.sequence(der.taggedBytes(dnsNameTag, Buffer.from(host))) };
}

// Builds a certificate signing request (RFC 2986).
export function buildRequest(host: string, key: KeyObject, publicKey: KeyObject): Buffer {
  const attribute = der.sequence(
    der.objectId(ids.extensionRequest),
    der.set(encodeExtensions([hostExtension(host)])),
  );
  const info = der.sequence(
    der.integer(Buffer.from([0])),
    encodeName(host.length > commonNameLengthMax ? '' : host),
    encodePublicKey(publicKey),
    der.tagged(0, attribute),
  );
  return signed(info, key);
}

// Builds a certificate (RFC 5280).
export function buildCertificate(certificate: {
  subject: string;
  issuer: { name: string; key: KeyObject };
  publicKey: KeyObject;
  notBefore: Date;
  notAfter: Date;
  extensions: Extension[];
}): Buffer {
  const { subject, issuer, publicKey, notBefore, notAfter, extensions } = certificate;
  const serial = randomBytes(16);
  // The first byte must be neither zero nor negative.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const version3 = der.tagged(0, der.integer(Buffer.from([2])));
  const content = der.sequence(
    version3,
    der.integer(serial),
    algorithm,
    encodeName(issuer.name),
    der.sequence(der.utcTime(notBefore), der.utcTime(notAfter)),
    encodeName(subject),
    encodePublicKey(publicKey),
    der.tagged(3, encodeExtensions(extensions)),
  );
  return signed(content, issuer.key);
}

export function encodePem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

const algorithm = der.sequence(der.objectId(ids.ecdsaWithSha256));

function signed(content: Buffer, key: KeyObject): Buffer {
  return der.sequence(content, algorithm, der.bitString(sign('sha256', content, key)));
}

function encodeName(commonName: string): Buffer {
  if (commonName === '') return der.sequence();
  return der.sequence(der.set(der.sequence(der.objectId(ids.commonName), der.utf8String(commonName))));
}

function encodePublicKey(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function encodeExtensions(extensions: Extension[]): Buffer {
  return der.sequence(
    ...extensions.map(({ id, isCritical = false, value }) =>
      der.sequence(der.objectId(id), ...(isCritical ? [der.boolean(true)] : []), der.octetString(value)),
    ),
  );
}
