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

/** Who acts. The operator is whoever can run the command line on the server. */
export type Actor =
  | { type: 'operator'; label: string }
  | { type: 'system'; label: string }
  | { type: 'key'; id: string; label: string; scope: KeyScope }
  | {
      type: 'user';
      id: string;
      label: string;
      role: MemberRole;
      /** Where they are, as far as a request tells. */
      address?: string;
    }
  /** What a person has let read a workspace, by the id of its connection. It reads what viewers read, and changes nothing. */
  | { type: 'agent'; id: string; label: string };

export type ServiceContext = {
  database: Database;
  actor: Actor;
  now: () => Date;
  /** Places outside the public internet that may be called all the same: for laboratories; none where it is left out. */
  outboundAllow?: OutboundRule[];
  /** How the runtime is reached where a campaign has no domain; where it is left out, links begin with their path. */
  trackingUrl?: string;
  /** How the name of a tracking domain is checked; where it is left out, none can be. */
  domainChecks?: DomainChecks;
  /** Where traffic is recorded. */
  traffic?: TrafficStore;
  /** Makes the click id of a visit as the edges do; where it is left out, none is shown. */
  clickIds?: ClickIds;
  /** Draws as the edges do; where it is left out, no visit can be decided about again. */
  drawHash?: Hash32;
  /** Tells what the edges would make of an address and an agent; where it is left out, nothing follows from them. */
  classifyVisitor?: ClassifyVisitor;
  /** The one way out to places that users name; where it is left out, nobody is called. */
  outbound?: OutboundClient;
  /** Tells until when the certificate of a host is good; where it is left out, nobody looks. */
  readCertificate?: ReadCertificate;
  /** Set where people's own affairs are looked after: mail, links, the key of the second factor. */
  accounts?: AccountTools;
  /** Set where agents are let in. */
  agents?: AgentTools;
  /** Set where the panel is served: what is known of the installation as a whole. */
  installation?: InstallationTools;
  /** Set where several verbs must happen together or not at all. */
  transaction?: Executor;
  /** Set where a write says which versions it was made on, by the ids of the records; others refuse it. */
  expectedVersions?: ReadonlyMap<string, number>;
  /** Set where several verbs make one version, which whoever calls them saves. */
  withoutVersion?: true;
};

/** What is said of a made-up visitor, and what follows from it, by the names of conditions. */
export type ClassifyVisitor = (
  said: Partial<Record<'ip' | 'userAgent' | 'referrer', string>>,
) => Promise<Readonly<Partial<Record<VisitorField, FactValue | undefined>>>>;

/** `refused`: what the host shows is no good certificate for it; undefined where it does not answer over TLS at all. */
export type ReadCertificate = (host: string) => Promise<Date | 'refused' | undefined>;

/** What the consent of people needs of the authorization server. */
export type AgentTools = {
  /** What an agent asks a person for; undefined where there is no such request, or it waited too long. */
  findRequest: (id: string) => Promise<
    | {
        client: { id: string; name: string; host: string | null };
        redirectHost: string;
        redirectKind: RedirectKind;
        expiresAt: Date;
        /** Both answer where the browser goes on. What is allowed counts only once it is finished. */
        allow: (userId: string) => { grantId: string; finish: () => Promise<string> };
        refuse: () => Promise<string>;
      }
    | undefined
  >;
};

/** What invitations, resets and the second factor need of the installation. */
export type AccountTools = {
  /** How people reach the panel, without a trailing slash: links lead there. */
  panelUrl: string;
  /** Undefined where no mail server is configured: then nothing is sent. */
  mailer: Mailer | undefined;
  /** Keeps secrets of the second factor; undefined where this process was given no key. */
  secretBox: SecretBox | undefined;
  /** Does it after the answer, so that nobody can tell from the time of the answer whether there was anything to do. */
  later: (work: () => Promise<void>) => void;
  /** Tells the operator who came in, or tried to: a line of the log, and a count. */
  noteAccess: (event: AccessEvent) => void;
};

export const accessOutcomes = [
  'signed-in',
  'second-factor-needed',
  'wrong-password',
  'unknown-person',
  'wrong-code',
  /** The attempt that used up a limit. */
  'locked',
  /** One that a limit refused. */
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
  /** Whom it was about; left out where there is no such person: what was typed in is nobody's to read. */
  person?: { id: string; email: string };
};

export type InstallationTools = {
  version: string;
  trafficStore: 'clickhouse' | 'postgres';
  /** Whether the operator has said how people reach the panel. */
  hasPublicUrl: boolean;
  /** Hosts of the installation that people and visitors reach over TLS. */
  secureHosts: string[];
  /** What the status port of this machine says; undefined where it does not answer. */
  readStatus: () => Promise<StatusReading | undefined>;
  /** Of the data directory. */
  readDisk: () => Promise<{ freeBytes: number; totalBytes: number } | undefined>;
  /** When whoever makes backups said that one was made; undefined where nobody did. */
  readLastBackup: () => Promise<Date | undefined>;
  /** What ended by itself on this machine, the newest first; undefined where nobody keeps that. */
  readRestarts: () => { process: string; why: string; at: string; times: number }[] | undefined;
};

export type StatusReading = {
  readiness: Readiness;
  figures: { name: string; labels: Record<string, string>; value: number }[];
};

/** Everything that acts begins with this: who it is, and what else its work needs. */
export function makeContext<Tools extends Partial<ServiceContext> = object>(
  database: Database,
  actor: Actor,
  tools?: Tools,
): ServiceContext & Tools {
  return { database, actor, now: () => new Date(), ...(tools as Tools) };
}

/** The product itself, in the name of one of its parts. */
export function systemActor(label: string): Actor {
  return { type: 'system', label };
}

export type DomainChecks = {
  /** The host that domains have to point to; undefined where the operator has named none. */
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

/** One reading statement; a list may be planned for what it asks. */
export async function readInWorkspace<Result>(
  context: WorkspaceContext,
  kind: 'list' | 'lookup',
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  if (context.transaction !== undefined) return await work(context.transaction);
  return await context.database.readInWorkspace(context.workspaceId, kind, work);
}

/** Several reading statements that see the same moment; a list may be planned for what it asks. */
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

/** One reading statement; `queue` where it is about a queue, whose size changes. */
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
