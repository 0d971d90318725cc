import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';

export type CertificateState = {
  host: string;
  // 0 if the host has no certificate yet.
  version: number;
  notAfter: Date | null;
  nextAttemptAt: Date;
  lastError: string | null;
  lastErrorAt: Date | null;
  challengeToken: string | null;
};

export type ServedCertificate = { host: string; version: number; chain: string; sealedKey: Buffer };

const isVerified = sql`EXISTS (SELECT FROM domains WHERE domains.host = certificates.host
  AND verification = 'verified' AND domains.status = 'active')`;

// Returns whether an attempt may start at this time. Each index column is compared with a value, so that the planner
// can use the index.
export function dueCertificates(now: Date): RawBuilder<unknown> {
  return sql`certificates WHERE next_attempt_at <= ${now} AND leased_until <= ${now}`;
}

// Adds hosts that need a certificate. Hosts that already have a row are left alone, so that waiting visitors do not
// shorten the wait after a failure.
export async function addWantedHosts(executor: Executor, hosts: readonly string[], now: Date): Promise<void> {
  if (hosts.length === 0) return;
  await sql`
    INSERT INTO certificates (host, wanted_at, next_attempt_at)
    SELECT host, ${now}, ${now} FROM unnest(${[...hosts]}::text[]) AS wanted (host)
    ON CONFLICT (host) DO NOTHING`.execute(executor);
}

// Forgets due hosts that this installation no longer serves. A certificate that still exists is kept, because the host
// may be verified again.
export async function dropUnservedHosts(
  executor: Executor,
  ownHosts: readonly string[],
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  const isUnserved = sql`next_attempt_at <= ${now} AND NOT (host = ANY(${[...ownHosts]}::text[])) AND NOT ${isVerified}`;
  await sql`DELETE FROM certificates WHERE ${isUnserved} AND coalesce(not_after, '-infinity') <= ${now}`.execute(
    executor,
  );
  await sql`UPDATE certificates SET next_attempt_at = ${until} WHERE ${isUnserved}`.execute(executor);
}

type OrderLimits = { since: Date; total: number; perWorkspace: number };

export type ClaimedHost = { host: string; failures: number; isRenewal: boolean; workspaceId: string | null };

// Claims the most urgent due host: hosts of the installation first, then renewals, then the host that has waited
// longest. The limits apply only to first certificates of workspaces, so that these cannot use up the quota that
// renewals need.
export async function claimHost(
  executor: Executor,
  ownHosts: readonly string[],
  { now, leaseUntil, limits }: { now: Date; leaseUntil: Date; limits: OrderLimits },
): Promise<ClaimedHost | undefined> {
  // Only one worker at a time counts the orders and adds one.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('certificate orders', 0))`.execute(executor);
  const recent = sql`SELECT count(*) FROM certificate_orders WHERE ordered_at > ${limits.since}`;
  const { rows } = await sql<ClaimedHost>`
    WITH chosen AS (
      SELECT host, host = ANY(${[...ownHosts]}::text[]) AS is_own, (
          SELECT workspace_id FROM domains WHERE domains.host = certificates.host
          AND verification = 'verified' AND domains.status = 'active'
        ) AS workspace_id
      FROM ${dueCertificates(now)}
    ), allowed AS (
      SELECT certificates.host, is_own, workspace_id FROM chosen JOIN certificates USING (host)
      WHERE is_own OR chain IS NOT NULL OR (
        (${recent}) < ${limits.total}
        AND (${recent} AND workspace_id = chosen.workspace_id) < ${limits.perWorkspace})
      ORDER BY is_own DESC, chain IS NOT NULL DESC, wanted_at LIMIT 1
    )
    UPDATE certificates SET leased_until = ${leaseUntil} FROM allowed WHERE certificates.host = allowed.host
    RETURNING certificates.host, failures, chain IS NOT NULL AS "isRenewal",
      CASE WHEN is_own THEN NULL ELSE workspace_id END AS "workspaceId"`.execute(executor);
  const [claimed] = rows;
  if (claimed === undefined) return undefined;
  await sql`
    INSERT INTO certificate_orders (host, workspace_id, ordered_at)
    VALUES (${claimed.host}, ${claimed.workspaceId}, ${now})`.execute(executor);
  await sql`DELETE FROM certificate_orders WHERE ordered_at <= ${limits.since}`.execute(executor);
  return claimed;
}

export async function listSealedKeys(executor: Executor): Promise<{ host: string; sealedKey: Buffer }[]> {
  const { rows } = await sql<{ host: string; sealedKey: Buffer }>`
    SELECT host, sealed_key AS "sealedKey" FROM certificates WHERE sealed_key IS NOT NULL`.execute(executor);
  return rows;
}

// Forgets certificates, so that the hosts get new ones.
export async function dropCertificates(
  executor: Executor,
  hosts: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE certificates SET chain = NULL, sealed_key = NULL, not_before = NULL, not_after = NULL, version = 0,
      next_attempt_at = ${now}
    WHERE host = ANY(${[...hosts]}::text[])`.execute(executor);
}

export async function storeChallengeToken(executor: Executor, host: string, token: string): Promise<void> {
  await sql`UPDATE certificates SET challenge_token = ${token} WHERE host = ${host}`.execute(executor);
}

export async function storeCertificate(
  executor: Executor,
  host: string,
  certificate: {
    chain: string;
    sealedKey: Buffer;
    notBefore: Date;
    notAfter: Date;
    renewAt: Date;
    warning: string | undefined;
    now: Date;
  },
): Promise<void> {
  const { chain, sealedKey, notBefore, notAfter, renewAt, warning = null, now } = certificate;
  await sql`
    UPDATE certificates SET chain = ${chain}, sealed_key = ${sealedKey}, not_before = ${notBefore},
      not_after = ${notAfter}, version = version + 1, failures = 0, next_attempt_at = ${renewAt},
      leased_until = '-infinity', challenge_token = NULL, last_error = ${warning}::text,
      last_error_at = CASE WHEN ${warning}::text IS NULL THEN NULL ELSE ${now}::timestamptz END
    WHERE host = ${host}`.execute(executor);
}

export async function storeFailure(
  executor: Executor,
  host: string,
  { error, nextAttemptAt, now }: { error: string; nextAttemptAt: Date; now: Date },
): Promise<void> {
  await sql`
    UPDATE certificates SET failures = failures + 1, next_attempt_at = ${nextAttemptAt}, leased_until = '-infinity',
      challenge_token = NULL, last_error = ${error}, last_error_at = ${now}
    WHERE host = ${host}`.execute(executor);
}

// Unlike a failure, this does not increase the wait after the next failure.
export async function postponeHost(
  executor: Executor,
  host: string,
  { reason, until, now }: { reason: string; until: Date; now: Date },
): Promise<void> {
  await sql`
    UPDATE certificates SET next_attempt_at = ${until}, last_error = ${reason}, last_error_at = ${now}
    WHERE host = ${host}`.execute(executor);
}

// Without the encrypted keys.
export async function listCertificateStates(
  executor: Executor,
  hosts?: readonly string[],
): Promise<CertificateState[]> {
  const { rows } = await sql<CertificateState>`
    SELECT host, version, not_after AS "notAfter", next_attempt_at AS "nextAttemptAt", last_error AS "lastError",
      last_error_at AS "lastErrorAt", challenge_token AS "challengeToken"
    FROM certificates WHERE ${hosts === undefined ? sql`true` : sql`host = ANY(${[...hosts]}::text[])`}
    ORDER BY host`.execute(executor);
  return rows;
}

export async function readCertificates(
  executor: Executor,
  hosts: readonly string[],
): Promise<ServedCertificate[]> {
  const { rows } = await sql<ServedCertificate>`
    SELECT host, version, chain, sealed_key AS "sealedKey" FROM certificates
    WHERE host = ANY(${[...hosts]}::text[]) AND chain IS NOT NULL`.execute(executor);
  return rows;
}
