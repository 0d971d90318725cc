import { createHash, createPublicKey } from 'node:crypto';
import { der } from './der.ts';
import { buildCertificate, encodePem, generateKey, hostExtension } from './x509.ts';

export const challengeProtocol = 'acme-tls/1';
const acmeIdentifier = '1.3.6.1.5.5.7.1.31';
const hourMs = 3_600_000;

// Builds the self-signed certificate that answers a TLS-ALPN challenge (RFC 8737).
export function buildChallengeCertificate(
  host: string,
  keyAuthorization: string,
  now: Date,
): { cert: string; key: string } {
  const key = generateKey();
  const digest = createHash('sha256').update(keyAuthorization).digest();
  const certificate = buildCertificate({
    subject: '',
    issuer: { name: '', key },
    publicKey: createPublicKey(key),
    notBefore: new Date(now.getTime() - hourMs),
    notAfter: new Date(now.getTime() + hourMs),
    extensions: [
      hostExtension(host),
      { id: acmeIdentifier, isCritical: true, value: der.octetString(digest) },
    ],
  });
  return {
    cert: encodePem('CERTIFICATE', certificate),
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
