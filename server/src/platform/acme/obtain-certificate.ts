import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AcmeClient, AcmeAnswer } from './acme-client.ts';
import { AcmeError } from './acme-error.ts';
import { buildRequest, generateKey } from './x509.ts';

export type ChallengeType = 'http-01' | 'tls-alpn-01';

type Challenge = { type: string; url: string; token: string; status: string; error?: unknown };
type Authorization = { status: string; challenges: Challenge[] };
type Order = {
  status: string;
  authorizations: string[];
  finalize: string;
  certificate?: string;
  error?: unknown;
};

export type ObtainedCertificate = { chain: string; key: string; notBefore: Date; notAfter: Date };

type ChallengeOptions = {
  type: ChallengeType;
  // Resolves when this installation can answer the challenge.
  prepare: (token: string) => Promise<void>;
};

// Used if the authority does not say when to ask again.
const pollMs = 1_000;
const pollMinMs = 100;
const pollMaxMs = 10_000;
const orderTimeoutMs = 120_000;

// Orders a certificate for the host, with a new key (RFC 8555, section 7.4).
export async function obtainCertificate(
  client: AcmeClient,
  host: string,
  challenge: ChallengeOptions,
): Promise<ObtainedCertificate> {
  const deadline = performance.now() + orderTimeoutMs;
  const answer = await client.newOrder(host);
  const orderUrl = answer.location;
  if (orderUrl === undefined) throw new Error('the certificate authority did not name the order');
  const { authorizations, finalize } = readOrder(answer);
  for (const url of authorizations) await authorize(client, url, challenge, deadline);
  const key = generateKey();
  const csr = buildRequest(host, key, createPublicKey(key)).toString('base64url');
  await client.post(finalize, { csr });
  const order = await pollUntil(deadline, async () => {
    const polled = await client.post(orderUrl);
    const { status, certificate, error } = readOrder(polled);
    if (status === 'invalid') throw new AcmeError(error, 'the certificate authority rejected the order');
    return { value: status === 'valid' ? certificate : undefined, retryAfterMs: polled.retryAfterMs };
  });
  const { text: chain } = await client.post(order, undefined, 'application/pem-certificate-chain');
  return checkCertificate(chain, key, host);
}

async function authorize(
  client: AcmeClient,
  url: string,
  { type, prepare }: ChallengeOptions,
  deadline: number,
): Promise<void> {
  const { status, challenges } = (await client.post(url)).body as Authorization;
  if (status === 'valid') return;
  const chosen = challenges.find((challenge) => challenge.type === type);
  if (chosen === undefined) throw new Error(`the certificate authority does not offer the challenge ${type}`);
  if (chosen.status === 'pending') {
    await prepare(chosen.token);
    await client.post(chosen.url, {});
  }
  await pollUntil(deadline, async () => {
    const answer = await client.post(url);
    const polled = answer.body as Authorization;
    if (polled.status === 'invalid') {
      const failed = polled.challenges.find(({ error }) => error !== undefined);
      throw new AcmeError(failed?.error, 'the certificate authority rejected the challenge');
    }
    return { value: polled.status === 'valid' ? true : undefined, retryAfterMs: answer.retryAfterMs };
  });
}

function readOrder({ body }: AcmeAnswer): Order {
  const order = body as Order | undefined;
  if (order === undefined || !Array.isArray(order.authorizations))
    throw new Error('the certificate authority sent an unreadable order');
  return order;
}

async function pollUntil<Value>(
  deadline: number,
  poll: () => Promise<{ value: Value | undefined; retryAfterMs: number | undefined }>,
): Promise<Value> {
  for (;;) {
    const { value, retryAfterMs = pollMs } = await poll();
    if (value !== undefined) return value;
    if (performance.now() >= deadline)
      throw new Error('the certificate authority did not finish the order in time');
    await sleep(Math.min(Math.max(retryAfterMs, pollMinMs), pollMaxMs));
  }
}

function checkCertificate(chain: string, key: KeyObject, host: string): ObtainedCertificate {
  const leaf = new X509Certificate(chain);
  if (leaf.checkHost(host) === undefined || !leaf.checkPrivateKey(key))
    throw new Error('the certificate authority sent a certificate for a different host or key');
  return {
    chain,
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    notBefore: leaf.validFromDate,
    notAfter: leaf.validToDate,
  };
}
