import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveAccountKey, type AccountKey } from '../platform/acme/account-key.ts';
import { AcmeClient } from '../platform/acme/acme-client.ts';
import { createAcmeRequest } from '../platform/acme/acme-request.ts';
import { obtainCertificate } from '../platform/acme/obtain-certificate.ts';
import { describeError } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { createSecretBox, type SecretBox } from '../platform/secret-box.ts';
import type { CertificateIssuer } from '../services/certificates/issue-certificates.ts';
import type { HttpsSettings } from './settings.ts';

// Longer than the interval at which edges read open challenges.
const challengeWaitMs = 7_000;

export function createCertificateBox(secret: string): SecretBox {
  return createSecretBox(secret, 'certificate keys');
}

export function authorityKey({ authority }: HttpsSettings, secret: string): AccountKey {
  return deriveAccountKey(secret, authority.directoryUrl);
}

export function listHttpsHosts({ panelHost, trackingHost }: HttpsSettings): string[] {
  return panelHost === undefined ? [trackingHost] : [panelHost, trackingHost];
}

// Returns the address for the public ports: the configured one, or all addresses of the machine.
export function httpsListenHost({ host }: HttpsSettings): string {
  if (host !== undefined) return host;
  const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family }) => family === 'IPv6'),
  );
  return hasIPv6 ? '::' : '0.0.0.0';
}

// Obtains certificates from the configured authority.
export function createIssuer(
  https: HttpsSettings,
  secret: string,
  findObstacle: CertificateIssuer['findObstacle'],
): CertificateIssuer {
  const { authority } = https;
  const request = createAcmeRequest(readAuthorityRoots(authority.rootsFile));
  const client = new AcmeClient(authority, authorityKey(https, secret), request);
  return {
    ownHosts: listHttpsHosts(https),
    box: createCertificateBox(secret),
    findObstacle,
    obtain: async (host, storeToken) => {
      const certificate = await obtainCertificate(client, host, {
        type: authority.challenge,
        // Edges can answer HTTP challenges without knowing them.
        prepare: async (token) => {
          if (authority.challenge === 'http-01') return;
          await storeToken(token);
          await sleep(challengeWaitMs);
        },
      });
      return { ...certificate, clockOffsetMs: client.clockOffsetMs };
    },
  };
}

export function readAuthorityRoots(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError('configuration', `Failed to read WAYPOST_ACME_CA_FILE: ${describeError(error)}`);
  }
}
