import type { KeyScope } from '@waypost/contract/accounts/access.ts';
import type { z } from 'zod';
import type { Actor, WorkspaceContext } from '../../services/context.ts';
import type { WithTraffic } from '../../services/tools.ts';
import type { InputIssue } from '../../services/parse-input.ts';

export type KeyContext = WorkspaceContext & WithTraffic & { actor: Extract<Actor, { type: 'key' }> };

export type PersonContext = WorkspaceContext & WithTraffic & { actor: Extract<Actor, { type: 'user' }> };

/** Raw input of a request. Each service validates the input with the schema of its operation. */
export type OperationInput = {
  id: string;
  query: Record<string, string>;
  body: unknown;
  /** Raw query string, for parameters that are split before decoding. */
  search: string;
  signal: AbortSignal;
};

/** Example of an error. Only the panel API returns `reason`; both APIs return a reason that is part of `details`. */
export type ErrorExample = { message: string; details: Record<string, unknown>; reason?: string };

export const plain = (message: string): ErrorExample => ({ message, details: {} });

export const because = (reason: string, message: string): ErrorExample => ({ message, details: { reason } });

/**
 * Errors that are specific to an operation, with an example of each cause. Errors that all operations share are not
 * listed.
 */
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
  /** Example path parameters. An ID that is left out defaults to the example ID for the path's record type. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  data: unknown;
  issue: InputIssue;
};

/** Definition of a public API operation: its route, access check and documentation. */
export type Operation = {
  /** Name of the operation in generated clients. It must never change. */
  operationId: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  scope: KeyScope;
  summary: string;
  description?: string;
  status?: 201;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Schema of `data`, or of one item if the operation returns a list. */
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
      acceptsSession: true;
      run: (context: KeyContext | PersonContext, input: OperationInput) => Promise<unknown>;
    }
  | {
      kind: 'list';
      acceptsSession?: false;
      run: (context: KeyContext, input: OperationInput) => AsyncGenerator<unknown[]>;
    }
);
