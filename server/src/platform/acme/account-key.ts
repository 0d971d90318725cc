import {
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  hkdfSync,
  sign,
  type KeyObject,
} from 'node:crypto';

type PublicJwk = { crv: string; kty: string; x: string; y: string };

export type AccountKey = {
  key: KeyObject;
  jwk: PublicJwk;
  // RFC 7638, part of every key authorization.
  thumbprint: string;
};

// Order of the group of P-256.
const groupOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

// Derives the key of the account at a certificate authority from the installation's secret. All processes and machines
// therefore use the same account, and every edge can answer HTTP challenges without knowing the order.
export function deriveAccountKey(secret: string, directoryUrl: string): AccountKey {
  // 16 bytes more than the order, so that the remainder is practically uniform.
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `waypost acme account ${directoryUrl}`, 48));
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (groupOrder - 1n)) + 1n;
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
  const point = curve.getPublicKey();
  const jwk = {
    crv: 'P-256',
    kty: 'EC',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const d = curve.getPrivateKey('hex').padStart(64, '0');
  const key = createPrivateKey({
    key: { ...jwk, d: Buffer.from(d, 'hex').toString('base64url') },
    format: 'jwk',
  });
  return { key, jwk, thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url') };
}

type SignedMessage = { protected: string; payload: string; signature: string };

export function signMessage(
  { key }: AccountKey,
  header: Record<string, unknown>,
  payload: unknown,
): SignedMessage {
  const content = encodeContent({ alg: 'ES256', ...header }, payload);
  const signature = sign('sha256', Buffer.from(`${content.protected}.${content.payload}`), {
    key,
    dsaEncoding: 'ieee-p1363',
  });
  return { ...content, signature: signature.toString('base64url') };
}

// Binds the account to one that exists at the authority (RFC 8555, section 7.3.4).
export function bindExternalAccount(
  { jwk }: AccountKey,
  { id, key }: { id: string; key: string },
  url: string,
): SignedMessage {
  const content = encodeContent({ alg: 'HS256', kid: id, url }, jwk);
  const mac = createHmac('sha256', Buffer.from(key, 'base64url'));
  const signature = mac.update(`${content.protected}.${content.payload}`).digest('base64url');
  return { ...content, signature };
}

// An undefined payload is empty, as in requests that only read.
function encodeContent(header: object, payload: unknown): { protected: string; payload: string } {
  return {
    protected: Buffer.from(JSON.stringify(header)).toString('base64url'),
    payload: payload === undefined ? '' : Buffer.from(JSON.stringify(payload)).toString('base64url'),
  };
}
