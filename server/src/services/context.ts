import type { KeyScope, MemberRole } from '@waypost/contract/accounts/access.ts';
import type { OutboundRule } from '../domain/outbound/address-policy.ts';
import { WaypostError } from '../platform/errors.ts';
import type { Database, Executor } from '../store/database/database.ts';

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
  | { type: 'agent'; id: string; label: string }
  /** Share link or schedule that may read reports, but nothing else. `id` is its ID. */
  | { type: 'reader'; id: string; label: string };

/** Context of every call. Services that need more, such as the traffic store, add a type from `tools.ts`. */
export type ServiceContext = {
  database: Database;
  actor: Actor;
  now: () => Date;
  transaction?: Executor;
};

export function makeContext(database: Database, actor: Actor): ServiceContext;
export function makeContext<Tools extends object>(
  database: Database,
  actor: Actor,
  tools: Tools,
): ServiceContext & Tools;
export function makeContext(database: Database, actor: Actor, tools?: object): ServiceContext {
  return { database, actor, now: () => new Date(), ...tools };
}

export function systemActor(label: string): Actor {
  return { type: 'system', label };
}

export type WorkspaceContext = ServiceContext & {
  workspaceId: string;
  /** Versions that the caller read, by record ID. A write fails if a record has changed since it was read. */
  expectedVersions?: ReadonlyMap<string, number>;
  withoutVersion?: true;
  /**
   * Private address ranges that outgoing calls may reach, for test setups. By default, outgoing calls cannot reach
   * private addresses.
   */
  outboundAllow?: OutboundRule[];
  /** Base URL of links for campaigns without a domain. If not set, links start with the path. */
  trackingUrl?: string;
};

export async function inWorkspace<Result>(
  context: WorkspaceContext,
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  if (context.transaction !== undefined) return await work(context.transaction);
  return await context.database.inWorkspace(context.workspaceId, work);
}

/** Runs a single read statement. If `kind` is `list`, PostgreSQL plans the statement for the actual parameters. */
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

/** Runs a single read statement. Use `queue` for tables whose size changes quickly. */
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
