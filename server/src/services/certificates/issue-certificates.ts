import { AcmeError } from '../../platform/acme/acme-error.ts';
import type { ObtainedCertificate } from '../../platform/acme/obtain-certificate.ts';
import { describeCauses } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import {
  addWantedHosts,
  claimHost,
  dropCertificates,
  dropUnservedHosts,
  listCertificateStates,
  listSealedKeys,
  postponeHost,
  storeCertificate,
  storeChallengeToken,
  storeFailure,
  type ClaimedHost,
} from '../../store/certificates/certificates.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export type CertificateIssuer = {
  // Hosts of the installation, which always have a certificate.
  ownHosts: readonly string[];
  box: SecretBox;
  // Returns why the certificate authority could not reach the host, which must be one of the hosts above.
  findObstacle: (host: string) => Promise<string | undefined>;
  obtain: (
    host: string,
    storeToken: (token: string) => Promise<void>,
  ) => Promise<ObtainedCertificate & { clockOffsetMs: number }>;
};

type IssuedCertificate =
  | { host: string; notAfter: Date }
  | { host: string; error: string; nextAttemptAt: Date };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// DNS changes are noticed within this time.
const obstacleRetryMs = 10_000;
// Longer than an order takes.
const leaseMs = 5 * minuteMs;
const firstRetryMs = 5 * minuteMs;
const retryMaxMs = 12 * hourMs;
const retryAfterMaxMs = 7 * dayMs;
// At most one order a day for a host whose certificate seems to have expired because of a wrong clock.
const renewalMinMs = dayMs;
const clockOffsetMaxMs = hourMs;
const unservedMs = dayMs;
// Below the limits of Let's Encrypt, which allows 300 orders in three hours.
const limitWindowMs = 3 * hourMs;
const ordersMax = 200;
const ordersPerWorkspaceMax = 20;

// Adds the installation's hosts to the queue, so that they get a certificate before the first visitor. Replaces
// certificates whose keys were sealed with a different secret.
export async function queueOwnHosts(
  context: ServiceContext,
  { ownHosts, box }: CertificateIssuer,
): Promise<void> {
  requirePermission(context.actor, 'certificates.run');
  const now = context.now();
  await asSystem(context, async (executor) => {
    const sealed = await listSealedKeys(executor);
    const unreadable = sealed.filter(({ host, sealedKey }) => box.open(sealedKey, host) === undefined);
    const hosts = unreadable.map(({ host }) => host);
    if (hosts.length > 0) await dropCertificates(executor, hosts, now);
    await addWantedHosts(executor, ownHosts, now);
  });
}

// Postpones the installation's hosts that the certificate authority cannot reach, because failed orders count toward its
// limits. Returns why each of them waits.
export async function postponeUnreachableHosts(
  context: ServiceContext,
  { ownHosts, findObstacle }: CertificateIssuer,
): Promise<{ host: string; reason: string }[]> {
  requirePermission(context.actor, 'certificates.run');
  const states = await asSystem(context, (executor) => listCertificateStates(executor, ownHosts));
  const due = states.filter(({ nextAttemptAt }) => nextAttemptAt <= context.now());
  const waiting: { host: string; reason: string }[] = [];
  for (const { host } of due) {
    const reason = await findObstacle(host);
    if (reason === undefined) continue;
    waiting.push({ host, reason });
    const now = context.now();
    const until = new Date(now.getTime() + obstacleRetryMs);
    await asSystem(context, (executor) => postponeHost(executor, host, { reason, until, now }));
  }
  return waiting;
}

// Orders a certificate for the most urgent host. Returns undefined if no host is due. Only names that this installation
// serves are ordered. After a failure, the host waits longer each time, and the time of the next attempt is stored.
export async function issueNextCertificate(
  context: ServiceContext,
  issuer: CertificateIssuer,
): Promise<IssuedCertificate | undefined> {
  requirePermission(context.actor, 'certificates.run');
  const claimed = await claim(context, issuer);
  if (claimed === undefined) return undefined;
  const { host } = claimed;
  try {
    const storeToken = async (token: string) =>
      await asSystem(context, (executor) => storeChallengeToken(executor, host, token));
    return await save(context, issuer, host, await issuer.obtain(host, storeToken));
  } catch (error) {
    return await saveFailure(context, claimed, error);
  }
}

async function claim(
  context: ServiceContext,
  { ownHosts }: CertificateIssuer,
): Promise<ClaimedHost | undefined> {
  const now = context.now();
  const limits = {
    since: new Date(now.getTime() - limitWindowMs),
    total: ordersMax,
    perWorkspace: ordersPerWorkspaceMax,
  };
  const leaseUntil = new Date(now.getTime() + leaseMs);
  return await asSystem(context, async (executor) => {
    await dropUnservedHosts(executor, ownHosts, { now, until: new Date(now.getTime() + unservedMs) });
    return await claimHost(executor, ownHosts, { now, leaseUntil, limits });
  });
}

async function save(
  context: ServiceContext,
  { box }: CertificateIssuer,
  host: string,
  obtained: ObtainedCertificate & { clockOffsetMs: number },
): Promise<IssuedCertificate> {
  const { chain, key, notBefore, notAfter, clockOffsetMs } = obtained;
  const now = context.now();
  await asSystem(context, (executor) =>
    storeCertificate(executor, host, {
      chain,
      sealedKey: box.seal(Buffer.from(key), host),
      notBefore,
      notAfter,
      renewAt: chooseRenewal({ notBefore, notAfter }, now),
      warning: describeClock(clockOffsetMs),
      now,
    }),
  );
  return { host, notAfter };
}

// Renews when a third of the lifetime is left.
function chooseRenewal({ notBefore, notAfter }: { notBefore: Date; notAfter: Date }, now: Date): Date {
  const lifetimeMs = notAfter.getTime() - notBefore.getTime();
  return new Date(Math.max(notAfter.getTime() - lifetimeMs / 3, now.getTime() + renewalMinMs));
}

function describeClock(offsetMs: number): string | undefined {
  if (Math.abs(offsetMs) <= clockOffsetMaxMs) return undefined;
  const hours = Math.round(Math.abs(offsetMs) / hourMs);
  const direction = offsetMs > 0 ? 'behind' : 'ahead of';
  return `The clock of this machine is ${hours} hours ${direction} the clock of the certificate authority. Correct it, or certificates are renewed at the wrong time.`;
}

async function saveFailure(
  context: ServiceContext,
  { host, failures }: ClaimedHost,
  cause: unknown,
): Promise<IssuedCertificate> {
  const now = context.now();
  const nextAttemptAt = new Date(now.getTime() + retryDelayMs(failures, cause));
  const error = describeCauses(cause);
  await asSystem(context, (executor) => storeFailure(executor, host, { error, nextAttemptAt, now }));
  return { host, error, nextAttemptAt };
}

function retryDelayMs(failures: number, cause: unknown): number {
  const doubledMs = Math.min(firstRetryMs * 2 ** failures, retryMaxMs);
  const requestedMs = cause instanceof AcmeError ? (cause.retryAfterMs ?? 0) : 0;
  return Math.max(doubledMs, Math.min(requestedMs, retryAfterMaxMs));
}
