import { createECDH, createPrivateKey, sign } from 'node:crypto';

// Keys by which push services recognize this installation, in base64url.
export type VapidKeys = { publicKey: string; privateKey: string };

// Push services accept at most 24 hours.
const lifetimeSeconds = 12 * 3_600;
const coordinateBytes = 32;

export function makeVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  return { publicKey, privateKey: pad(pair.getPrivateKey()).toString('base64url') };
}

// Returns the Authorization header for a request to a push service, as specified by RFC 8292 (VAPID). `contact` is a
// `mailto:` or `https:` URL at which the operator of the push service can reach the operator of this installation.
export function signVapid(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1_000) + lifetimeSeconds,
    sub: contact,
  };
  const content = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 1 + coordinateBytes).toString('base64url'),
      y: point.subarray(1 + coordinateBytes).toString('base64url'),
      d: privateKey,
    },
  });
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

// OpenSSL leaves out leading zeros, but a JWK has all 32 bytes.
function pad(scalar: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(coordinateBytes - scalar.length), scalar]);
}
