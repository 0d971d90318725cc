import type { KeyScope } from '@waypost/contract/access.ts';
import type { ErrorCode } from '@waypost/contract/error-codes.ts';
import type { z } from 'zod';
import type { Actor, WorkspaceContext } from '../../services/context.ts';

/** Who calls, and in which workspace. */
export type KeyContext = WorkspaceContext & { actor: Extract<Actor, { type: 'key' }> };

/** What comes with a request; each verb checks it against the schema that the operation is described by. */
export type OperationInput = { id: string; query: Record<string, string>; body: unknown };

/** One operation of the public API: the route, the access check and the description all come from it. */
export type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{id}` where an id stands. */
  path: string;
  scope: KeyScope;
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What `data` of the answer holds; for a list, one item of it. */
  data: z.ZodType;
  errors?: ErrorCode[];
} & (
  | { kind?: 'single'; run: (context: KeyContext, input: OperationInput) => Promise<unknown> }
  | { kind: 'list'; run: (context: KeyContext, input: OperationInput) => AsyncGenerator<unknown[]> }
);
