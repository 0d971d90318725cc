import type { RedirectKind } from '@waypost/contract/accounts/agents.ts';
import type { VisitorField } from '@waypost/contract/rotators/evaluation.ts';
import type { ClickIds } from '../domain/click-id/index.ts';
import type { FactValue } from '../domain/conditions/index.ts';
import type { Hash32 } from '../domain/routing/index.ts';
import type { Readiness } from '../platform/health.ts';
import type { Mailer } from '../platform/mail.ts';
import type { CnameAnswer } from '../platform/resolve-cname.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import type { TrafficStore } from '../traffic/traffic-store.ts';
import type { OutboundClient } from './outbound/create-outbound-client.ts';

/** Encodes click IDs in the same way as the edges. Not set if the process does not know the secret of the edges. */
export type WithClickIds = { clickIds?: ClickIds };

export type WithTraffic = WithClickIds & {
  traffic: TrafficStore;
  /** Hashes in the same way as the edges, so that routing decisions can be reproduced. */
  drawHash?: Hash32;
};

export type WithOutbound = { outbound: OutboundClient };

export type WithAccounts = { accounts: AccountTools };

export type WithAgents = { agents: AgentTools };

export type WithInstallation = { installation: InstallationTools };

export type WithDomainChecks = { domainChecks: DomainChecks };

export type WithCertificates = { readCertificate: ReadCertificate };

export type WithClassifier = { classifyVisitor: ClassifyVisitor };

export type DomainChecks = {
  /** Host that tracking domains have to point to. Undefined if the operator has not set a host. */
  target: string | undefined;
  resolveCname: (host: string) => Promise<CnameAnswer>;
};

export type ClassifyVisitor = (
  visitor: Partial<Record<'ip' | 'userAgent' | 'referrer', string>>,
) => Promise<Readonly<Partial<Record<VisitorField, FactValue | undefined>>>>;

/**
 * Reads when the certificate of a host expires. Returns `refused` for an invalid certificate, and undefined if the host
 * does not answer over TLS.
 */
export type ReadCertificate = (host: string) => Promise<Date | 'refused' | undefined>;

export type AgentTools = {
  /** Returns undefined if the request does not exist or has expired. */
  findRequest: (id: string) => Promise<
    | {
        client: { id: string; name: string; host: string | null };
        redirectHost: string;
        redirectKind: RedirectKind;
        expiresAt: Date;
        /** `finish` and `refuse` return the URL to redirect to. Access takes effect when `finish` has run. */
        allow: (userId: string) => { grantId: string; finish: () => Promise<string> };
        refuse: () => Promise<string>;
      }
    | undefined
  >;
};

export type AccountTools = {
  panelUrl: string;
  mailer: Mailer | undefined;
  /** Encrypts two-factor secrets. Undefined if this process has no encryption key. */
  secretBox: SecretBox | undefined;
  /** Runs the work after the response, so that response times do not reveal whether an account exists. */
  later: (work: () => Promise<void>) => void;
  recordAccess: (event: AccessEvent) => void;
};

export const accessOutcomes = [
  'signed-in',
  'second-factor-needed',
  'wrong-password',
  'unknown-person',
  'wrong-code',
  'locked',
  'limited',
  'recovery-code',
  'password-changed',
  'password-reset',
  'second-factor-on',
  'second-factor-off',
] as const;

export type AccessEvent = {
  outcome: (typeof accessOutcomes)[number];
  address: string;
  /** Omitted for unknown accounts, because the entered email address may be a password typed into the wrong field. */
  person?: { id: string; email: string };
};

export type InstallationTools = {
  version: string;
  trafficStore: 'clickhouse' | 'postgres';
  hasPublicUrl: boolean;
  secureHosts: string[];
  readStatus: () => Promise<StatusReading | undefined>;
  readDisk: () => Promise<{ freeBytes: number; totalBytes: number } | undefined>;
  readBackups: () => BackupReading & { nextAt: Date | undefined };
  /** Returns the restarts, latest first, or undefined if restarts are not recorded. */
  readRestarts: () => { process: string; why: string; at: string; times: number }[] | undefined;
};

export type BackupReading = {
  // Backups by other tools have only a time.
  last: { at: Date; durationMs?: number; bytes?: number; folder?: string } | undefined;
  // The last failure, which may be older than the last backup.
  failure: { at: Date; reason: string } | undefined;
};

export type StatusReading = {
  readiness: Readiness;
  figures: { name: string; labels: Record<string, string>; value: number }[];
};
