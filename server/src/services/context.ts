import type { KeyScope, MemberRole } from '@waypost/contract/access.ts';
import type { RedirectKind } from '@waypost/contract/agents.ts';
import type { VisitorField } from '@waypost/contract/evaluation.ts';
import type { ClickIds } from '../domain/click-id/index.ts';
import type { FactValue } from '../domain/conditions/index.ts';
import type { Hash32 } from '../domain/routing/index.ts';
import type { OutboundRule } from '../domain/outbound/address-policy.ts';
import { WaypostError } from '../platform/errors.ts';
import type { Mailer } from '../platform/mail.ts';
import type { OutboundClient } from './outbound/create-outbound-client.ts';
import type { CnameAnswer } from '../platform/resolve-cname.ts';
import type { Readiness } from '../platform/health.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import type { Database, Executor } from '../store/database/database.ts';
import type { TrafficStore } from '../traffic/traffic-store.ts';

/** Caller of a service. The operator is anyone who can run the command line on the server. */
export type Actor =
  | { type: 'operator'; label: string }
  | { type: 'system'; label: string }
  | { type: 'key'; id: string; label: string; scope: KeyScope }
  | {
      type: 'user';
      id: string;
      label: string;
      role: MemberRole;
      address?: string;
    }
  /** Program to which a person granted read-only access. `id` is the ID of the connection. */
  | { type: 'agent'; id: string; label: string };

export type ServiceContext = {
  database: Database;
  actor: Actor;
  now: () => Date;
  /**
   * Private address ranges that outgoing calls may reach, for test setups. By default, calls cannot reach any private
   * address.
   */
  outboundAllow?: OutboundRule[];
  /** Base URL of links for campaigns without a domain. If not set, links start with the path. */
  trackingUrl?: string;
  domainChecks?: DomainChecks;
  traffic?: TrafficStore;
  /** Encodes click IDs in the same way as the edges. If not set, click IDs are not shown. */
  clickIds?: ClickIds;
  /** Hashes in the same way as the edges, so that routing decisions can be reproduced. */
  drawHash?: Hash32;
  classifyVisitor?: ClassifyVisitor;
  /** The only client for URLs that users enter. If not set, outgoing calls are disabled. */
  outbound?: OutboundClient;
  readCertificate?: ReadCertificate;
  accounts?: AccountTools;
  agents?: AgentTools;
  installation?: InstallationTools;
  transaction?: Executor;
  /** Versions that the caller read, by record ID. A write fails if a record has changed since. */
  expectedVersions?: ReadonlyMap<string, number>;
  withoutVersion?: true;
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
  /**
   * Omitted for unknown accounts, because the entered address may be a password that was typed into the wrong field.
   */
  person?: { id: string; email: string };
};

export type InstallationTools = {
  version: string;
  trafficStore: 'clickhouse' | 'postgres';
  hasPublicUrl: boolean;
  secureHosts: string[];
  readStatus: () => Promise<StatusReading | undefined>;
  readDisk: () => Promise<{ freeBytes: number; totalBytes: number } | undefined>;
  readLastBackup: () => Promise<Date | undefined>;
  /** Returns the latest restarts first, or undefined if restarts are not recorded. */
  readRestarts: () => { process: string; why: string; at: string; times: number }[] | undefined;
};

export type StatusReading = {
  readiness: Readiness;
  figures: { name: string; labels: Record<string, string>; value: number }[];
};

export function makeContext<Tools extends Partial<ServiceContext> = object>(
  database: Database,
  actor: Actor,
  tools?: Tools,
): ServiceContext & Tools {
  return { database, actor, now: () => new Date(), ...(tools as Tools) };
}

export function systemActor(label: string): Actor {
  return { type: 'system', label };
}

export type DomainChecks = {
  /** Host that tracking domains have to point to. Undefined if the operator has not set a host. */
  target: string | undefined;
  resolveCname: (host: string) => Promise<CnameAnswer>;
};

export type WorkspaceContext = ServiceContext & { workspaceId: string };

export async function inWorkspace<Result>(
  context: WorkspaceContext,
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  if (context.transaction !== undefined) return await work(context.transaction);
  return await context.database.inWorkspace(context.workspaceId, work);
}

/** Runs a single read statement. With `list`, PostgreSQL plans the statement for the actual parameters. */
export async function readInWorkspace<Result>(
  context: WorkspaceContext,
  kind: 'list' | 'lookup',
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  if (context.transaction !== undefined) return await work(context.transaction);
  return await context.database.readInWorkspace(context.workspaceId, kind, work);
}

export async function inSnapshot<Result>(
  context: WorkspaceContext,
  work: (executor: Executor) => Promise<Result>,
  kind: 'list' | 'lookup' = 'lookup',
): Promise<Result> {
  if (context.transaction !== undefined) return await work(context.transaction);
  return await context.database.inSnapshot(context.workspaceId, work, kind);
}

export async function asSystem<Result>(
  context: ServiceContext,
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  if (context.transaction !== undefined) return await work(context.transaction);
  return await context.database.asSystem(work);
}

/** Runs a single read statement. `queue` is for tables whose size changes quickly. */
export async function readAsSystem<Result>(
  context: ServiceContext,
  work: (executor: Executor) => Promise<Result>,
  kind: 'queue' | 'lookup' = 'lookup',
): Promise<Result> {
  if (context.transaction !== undefined) return await work(context.transaction);
  return await context.database.readAsSystem(work, kind);
}

export function refuse(message: string, reason: string): never {
  throw new WaypostError('FORBIDDEN', message, { reason });
}
