import type { MemberPermission } from '@waypost/contract/access.ts';
import type { z } from 'zod';
import type { AuthenticatedSession, SessionCaller } from '../../services/accounts/authenticate-session.ts';
import type { Actor, ServiceContext, WorkspaceContext } from '../../services/context.ts';
import type { RateState } from '../../services/rate-limits/rate-limiter.ts';
import type { Operation, OperationExample, OwnErrors } from '../api-v1/operation.ts';
import type { IncomingFile } from '../../services/file-uploads/receive-upload.ts';
import type { TailStep } from '../../services/events-feed/event-tail.ts';

/** A person who is signed in, in the workspace that the path names; where it names none, the one they used last. */
export type PanelContext = WorkspaceContext & {
  actor: Extract<Actor, { type: 'user' }>;
  sessionId: string;
  /** Where the request came from, for limits and the list of sessions. */
  address: string;
  userAgent: string;
  browserToken?: string;
  /** The request of an agent that the browser was sent with. */
  agentRequest?: string;
};

/** Somebody who is not signed in yet. */
export type VisitorContext = ServiceContext & {
  address: string;
  userAgent: string;
  /** By which a browser is recognized that the person has signed in with before. */
  browserToken?: string;
  /** Who is signed in all the same: the cookie is read where there is one, and not asked for. */
  caller?: SessionCaller;
};

export type PanelInput = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** The query as it came, for a parameter that is taken apart before it is decoded. */
  search: string;
  /** Ends when the caller goes away. */
  signal: AbortSignal;
  /** Of an operation that takes a file. */
  openFile: () => Promise<IncomingFile>;
};

type Issued = { token: string; expiresAt: Date };

export type FollowingInput = PanelInput & {
  /** Who follows, as they are now; undefined where they may not any more. */
  again: () => Promise<PanelContext | undefined>;
  /** The id of the last event that a browser got before it came back. */
  lastEventId: string | undefined;
};

/** A result that may also sign the browser in or out, or make it one that the person is known in. */
export type SessionResult = {
  data: unknown;
  session?: (Issued & { browser?: Issued }) | 'end';
  browser?: Issued;
};

type Described = {
  operationId: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With names in braces where ids stand, such as `/rotators/{id}/versions/{version}`; see `placeOf`. */
  path: string;
  summary: string;
  description?: string;
  status?: 201;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Whether it changes nothing despite its method, which is POST because the question needs a body. */
  isReadOnly?: true;
  /** Whether it is done for who has to change their password first. */
  beforePasswordChange?: true;
  /** How large its body may be, where that is not as large as anybody's. */
  bodyBytesMax?: number;
  /** That its body is a form with one file in it, of any size up to this many bytes. */
  fileBytesMax?: number;
  /**
   * That it makes a record, and makes it once for each Idempotency-Key: asked again it answers the same, or, where that
   * holds a secret that is shown once, only that it is done. All it does must be done in the workspace's transaction,
   * unless it is `onceApart` and bears being asked for again.
   */
  once?: 'answer' | 'secret';
  onceApart?: true;
  /** What `data` of the answer holds. */
  data: z.ZodType;
  errors?: OwnErrors;
  example: OperationExample;
};

/**
 * One operation of the panel's API: the route, the access check and the description all come from it. `access` says who
 * may call it: anyone at all, anyone who is signed in, or whoever has the permission in the workspace that is named.
 */
export type PanelOperation = Described &
  (
    | { access: 'anyone'; run: (context: VisitorContext, input: PanelInput) => Promise<SessionResult> }
    | { access: 'signed-in'; run: (context: PanelContext, input: PanelInput) => Promise<SessionResult> }
    | {
        access: MemberPermission;
        run: (context: PanelContext, input: PanelInput) => Promise<unknown>;
        /** The same for callers who accept server-sent events: what goes on, for as long as they may hear it. */
        follow?: (context: PanelContext, input: FollowingInput) => Promise<AsyncGenerator<TailStep>>;
      }
  );

/** One that is done in a workspace, for whoever has the permission there. */
export type WorkspaceOperation = Extract<PanelOperation, { access: MemberPermission }>;

/** What the panel's API needs to know about its callers; the composition root says where it comes from. */
export type PanelAccess = {
  /** Who a session token speaks for, in the workspace that is named too; undefined where it is none, or ended. */
  authenticateSession: (token: string, workspaceId?: string) => Promise<AuthenticatedSession | undefined>;
  /** Counts a request; answers the limit that it is over, if it is over one. */
  takeRate: (caller: SessionCaller) => Promise<RateState | undefined>;
  publicOrigin: string | undefined;
  /** What every context of the panel's API has besides who calls. */
  base: Omit<ServiceContext, 'actor' | 'transaction'>;
};

/** What the caller has to be allowed in the workspace; undefined for what belongs to no workspace. */
export function permissionOf({ access }: Pick<PanelOperation, 'access'>): MemberPermission | undefined {
  return access === 'anyone' || access === 'signed-in' ? undefined : access;
}

/**
 * Where an operation is served, below the prefix of the API. What needs a permission names its workspace, so that pages
 * in several workspaces work side by side with one session.
 */
export function placeOf(operation: Pick<PanelOperation, 'access' | 'path'>): string {
  const { path } = operation;
  return permissionOf(operation) === undefined ? path : `/workspaces/{workspaceId}${path}`;
}

/** The id in the path of an operation that has one. */
export function inputId({ params }: PanelInput): string {
  return params['id'] ?? '';
}

/** What an operation of the panel shares with the public one of its name: words, schemas, examples and errors. */
export function likePublic(operation: Operation): Omit<Operation, 'scope' | 'kind' | 'run'> {
  const { scope: _, kind: __, run: ___, ...shared } = operation;
  return shared;
}
