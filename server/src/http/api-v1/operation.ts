import type { KeyScope } from '@waypost/contract/access.ts';
import type { z } from 'zod';
import type { Actor, WorkspaceContext } from '../../services/context.ts';
import type { InputIssue } from '../../services/parse-input.ts';

/** Who calls, and in which workspace. */
export type KeyContext = WorkspaceContext & { actor: Extract<Actor, { type: 'key' }> };

/** A person who is signed in to the panel; what operations there are for them says `acceptsSession`. */
export type PersonContext = WorkspaceContext & { actor: Extract<Actor, { type: 'user' }> };

/** What comes with a request; each verb checks it against the schema that the operation is described by. */
export type OperationInput = {
  id: string;
  query: Record<string, string>;
  body: unknown;
  /** The query as it came, for a parameter that is taken apart before it is decoded. */
  search: string;
  /** Ends when the caller goes away. */
  signal: AbortSignal;
};

/** A reason beside the details is one that only the panel's API tells. */
export type ErrorExample = { message: string; details: Record<string, unknown>; reason?: string };

export const plain = (message: string): ErrorExample => ({ message, details: {} });

export const because = (reason: string, message: string): ErrorExample => ({ message, details: { reason } });

/** Errors that are an operation's own, each with an example for every way to it; the others hold for all alike. */
export type OwnErrors = Partial<
  Record<
    | 'UNAUTHORIZED'
    | 'BILLING_REQUIRED'
    | 'FORBIDDEN'
    | 'NOT_FOUND'
    | 'CONFLICT'
    | 'RATE_LIMITED'
    | 'SERVICE_UNAVAILABLE',
    Record<string, ErrorExample>
  >
>;

export type OperationExample = {
  /** What stands in the path, where it is not the id of a kind of record that the path names. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** `data` of the answer, for a list the whole of it. */
  data: unknown;
  /** A mistake that can be made here. */
  issue: InputIssue;
};

/** One operation of the public API: the route, the access check and the description all come from it. */
export type Operation = {
  /** Names it in the description and in clients, so it never changes. */
  operationId: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{id}` where an id stands. */
  path: string;
  scope: KeyScope;
  summary: string;
  /** What the summary has no room for. */
  description?: string;
  /** Of the answer when all went well; 200 where nothing is said. */
  status?: 201;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What `data` of the answer holds; for a list, one item of it. */
  data: z.ZodType;
  errors?: OwnErrors;
  example: OperationExample;
} & (
  | {
      kind?: 'single';
      acceptsSession?: false;
      run: (context: KeyContext, input: OperationInput) => Promise<unknown>;
    }
  | {
      kind?: 'single';
      /** The panel's session counts here in place of a key. */
      acceptsSession: true;
      run: (context: KeyContext | PersonContext, input: OperationInput) => Promise<unknown>;
    }
  | {
      kind: 'list';
      acceptsSession?: false;
      run: (context: KeyContext, input: OperationInput) => AsyncGenerator<unknown[]>;
    }
);
