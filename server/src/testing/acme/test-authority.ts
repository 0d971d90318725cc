import { createPublicKey, type KeyObject } from 'node:crypto';
import { der } from '../../platform/acme/der.ts';
import {
  buildCertificate,
  encodePem,
  generateKey,
  hostExtension,
  type Extension,
} from '../../platform/acme/x509.ts';

const basicConstraints = '2.5.29.19';
const dayMs = 86_400_000;

type Issuer = { name: string; key: KeyObject };
type Validity = { notBefore: Date; notAfter: Date };

export type TestAuthority = {
  root: string;
  // Returns the certificate and that of the intermediate authority.
  issue: (host: string, publicKey: KeyObject, validity?: Validity) => string;
  issueWithKey: (host: string, validity?: Validity) => { cert: string; key: string };
};

export function createTestAuthority(): TestAuthority {
  const root: Issuer = { name: 'Test root', key: generateKey() };
  const intermediate: Issuer = { name: 'Test intermediate', key: generateKey() };
  const certify = (subject: Issuer, issuer: Issuer) =>
    buildPem({
      subject: subject.name,
      issuer,
      publicKey: createPublicKey(subject.key),
      ...currentValidity(),
      extensions: [authorityExtension],
    });
  const rootCertificate = certify(root, root);
  const intermediateCertificate = certify(intermediate, root);
  const issue: TestAuthority['issue'] = (host, publicKey, validity = currentValidity()) =>
    buildPem({
      subject: host,
      issuer: intermediate,
      publicKey,
      ...validity,
      extensions: [hostExtension(host)],
    }) + intermediateCertificate;
  return {
    root: rootCertificate,
    issue,
    issueWithKey: (host, wanted) => {
      const key = generateKey();
      return {
        cert: issue(host, createPublicKey(key), wanted),
        key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
      };
    },
  };
}

const authorityExtension: Extension = {
  id: basicConstraints,
  isCritical: true,
  value: der.sequence(der.boolean(true)),
};

function currentValidity(): Validity {
  return { notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + 90 * dayMs) };
}

function buildPem(certificate: Parameters<typeof buildCertificate>[0]): string {
  return encodePem('CERTIFICATE', buildCertificate(certificate));
}
