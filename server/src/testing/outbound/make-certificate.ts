import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';

export type Certificate = { cert: string; key: string; signer: Signer };

type Signer = { name: string; privateKey: KeyObject };

type CertificateOptions = {
  /** Hostnames and IPv4 addresses; empty for a certificate authority. */
  hosts?: readonly string[];
  /** Signer of the certificate. Without a signer, the certificate is self-signed. */
  signer?: Signer;
  isAuthority?: boolean;
  validFrom?: Date;
  validUntil?: Date;
};

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));

/** Creates a certificate at run time, because a certificate stored in the repository would expire. */
export function makeCertificate({
  hosts = [],
  signer,
  isAuthority = false,
  validFrom = new Date('2020-01-01T00:00:00Z'),
  validUntil = new Date('2120-01-01T00:00:00Z'),
}: CertificateOptions = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own: Signer = { name: `Test ${randomBytes(4).toString('hex')}`, privateKey };
  const issuer = signer ?? own;
  const extensions = [
    extension('551d13', sequence(...(isAuthority ? [encode(0x01, Buffer.of(0xff))] : []))),
    ...(hosts.length > 0 ? [extension('551d11', sequence(...hosts.map(encodeHost)))] : []),
  ];
  const content = sequence(
    encode(0xa0, encode(0x02, Buffer.of(2))),
    encode(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    encodeName(issuer.name),
    sequence(encodeTime(validFrom), encodeTime(validUntil)),
    encodeName(own.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', content, issuer.privateKey);
  const whole = sequence(content, ecdsaWithSha256, encode(0x03, Buffer.concat([Buffer.of(0), signature])));
  // A full last line gets no extra newline, because an empty line before the end marker is invalid PEM.
  const lines = whole.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    signer: own,
  };
}

function encode(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return encode(0x30, Buffer.concat(parts));
}

function oid(hexadecimal: string): Buffer {
  return encode(0x06, Buffer.from(hexadecimal, 'hex'));
}

function extension(identifier: string, value: Buffer): Buffer {
  return sequence(oid(identifier), encode(0x04, value));
}

function encodeName(name: string): Buffer {
  return sequence(encode(0x31, sequence(oid('550403'), encode(0x0c, Buffer.from(name)))));
}

function encodeTime(time: Date): Buffer {
  return encode(0x18, Buffer.from(`${time.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`));
}

function encodeHost(host: string): Buffer {
  if (isIPv4(host)) return encode(0x87, Buffer.from(host.split('.').map(Number)));
  return encode(0x82, Buffer.from(host));
}
