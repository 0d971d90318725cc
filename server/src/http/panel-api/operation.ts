import type { MemberPermission } from '@waypost/contract/accounts/access.ts';
import type { z } from 'zod';
import type { AuthenticatedSession, SessionCaller } from '../../services/accounts/authenticate-session.ts';
import type { Actor, ServiceContext, WorkspaceContext } from '../../services/context.ts';
import type {
  WithAccounts,
  WithAgents,
  WithClassifier,
  WithDomainChecks,
  WithInstallation,
  WithOutbound,
  WithTraffic,
} from '../../services/tools.ts';
import type { RateState } from '../../services/rate-limits/rate-limiter.ts';
import type { Operation, OperationExample, OwnErrors } from '../api-v1/operation.ts';
import type { IncomingFile } from '../../services/uploads/receive-upload.ts';
import type { TailStep } from '../../services/events-feed/event-tail.ts';

export type PanelTools = WithTraffic &
  WithOutbound &
  WithAccounts &
  WithAgents &
  WithInstallation &
  WithDomainChecks &
  Partial<WithClassifier>;

/**
 * Context of a signed-in person in the workspace named in the path or, if the path names no workspace, in the workspace
 * that the person used last.
 */
export type PanelContext = WorkspaceContext &
  PanelTools & {
    actor: Extract<Actor, { type: 'user' }>;
    sessionId: string;
    /** IP address for rate limits and the session list. */
    address: string;
    userAgent: string;
    browserToken?: string;
    agentRequest?: string;
  };

export type VisitorContext = ServiceContext &
  PanelTools & {
    address: string;
    userAgent: string;
    /** Token of a browser that the person has signed in with before. */
    browserToken?: string;
    /** Set if the request has a valid session even though the operation does not require one. */
    caller?: SessionCaller;
  };

export type PanelInput = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** Raw query string, for parameters that are split before decoding. */
  search: string;
  signal: AbortSignal;
  openFile: () => Promise<IncomingFile>;
};

type Issued = { token: string; expiresAt: Date };

export type FollowingInput = PanelInput & {
  /** Returns the caller with current permissions, or undefined if access was lost. */
  refresh: () => Promise<PanelContext | undefined>;
  lastEventId: string | undefined;
};

/** Result that can also sign the browser in or out, or mark the browser as known. */
export type SessionResult = {
  data: unknown;
  session?: (Issued & { browser?: Issued }) | 'end';
  browser?: Issued;
};

type Described = {
  operationId: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /**
   * Path with parameters in braces, such as `/rotators/{id}/versions/{version}`. `servedPathOf` returns the full path.
   */
  path: string;
  summary: string;
  description?: string;
  status?: 201;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Set on a POST operation that only reads data and uses POST because the query needs a body. */
  isReadOnly?: true;
  beforePasswordChange?: true;
  bodyBytesMax?: number;
  /** Maximum size of the file, set if the body is a multipart form with one file. */
  fileBytesMax?: number;
  /**
   * Set if the operation creates at most one record for each Idempotency-Key. A repeated request gets the first
   * response or, if that response contained a secret, a conflict with the reason `already-done`. All effects must
   * happen in the workspace's transaction, unless the operation can be repeated safely and `onceApart` is set.
   */
  once?: 'answer' | 'secret';
  onceApart?: true;
  data: z.ZodType;
  errors?: OwnErrors;
  example: OperationExample;
};

/**
 * Definition of a panel API operation: its route, access check and documentation. `access` names the allowed callers:
 * anyone, anyone signed in, or members with the permission in the workspace named in the path.
 */
export type PanelOperation = Described &
  (
    | { access: 'anyone'; run: (context: VisitorContext, input: PanelInput) => Promise<SessionResult> }
    | { access: 'signed-in'; run: (context: PanelContext, input: PanelInput) => Promise<SessionResult> }
    | {
        access: MemberPermission;
        run: (context: PanelContext, input: PanelInput) => Promise<unknown>;
        /** Streams updates to callers that accept server-sent events, for as long as the callers have access. */
        follow?: (context: PanelContext, input: FollowingInput) => Promise<AsyncGenerator<TailStep>>;
      }
  );

export type WorkspaceOperation = Extract<PanelOperation, { access: MemberPermission }>;

/** Callbacks for authentication and rate limits, provided by the composition root. */
export type PanelAccess = {
  authenticateSession: (token: string, workspaceId?: string) => Promise<AuthenticatedSession | undefined>;
  takeRate: (caller: SessionCaller) => Promise<RateState | undefined>;
  publicOrigin: string | undefined;
  base: Omit<ServiceContext, 'actor' | 'transaction'> &
    Pick<WorkspaceContext, 'outboundAllow' | 'trackingUrl'> &
    PanelTools;
};

export function permissionOf({ access }: Pick<PanelOperation, 'access'>): MemberPermission | undefined {
  return access === 'anyone' || access === 'signed-in' ? undefined : access;
}

/**
 * Returns the path below the API prefix. Paths of operations with a permission name the workspace, so that one session
 * can use several workspaces at the same time.
 */
export function servedPathOf(operation: Pick<PanelOperation, 'access' | 'path'>): string {
  const { path } = operation;
  return permissionOf(operation) === undefined ? path : `/workspaces/{workspaceId}${path}`;
}

export function inputId({ params }: PanelInput): string {
  return params['id'] ?? '';
}

/** Copies the texts, schemas, examples and errors of a public operation. */
export function likePublic(operation: Operation): Omit<Operation, 'scope' | 'kind' | 'run'> {
  const { scope: _, kind: __, run: ___, ...shared } = operation;
  return shared;
}
