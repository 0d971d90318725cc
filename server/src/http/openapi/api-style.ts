import type { ErrorCode } from '@waypost/contract/error-codes.ts';
import type { z } from 'zod';
import type { ErrorExample, Operation } from '../api-v1/operation.ts';
import type { Header, Method, OpenApiDocument, Parameter, Reference } from './document.ts';

/** What the description of an operation is made from, whichever of the APIs serves it. */
export type Describable = Omit<Operation, 'scope' | 'kind' | 'run' | 'method'> & {
  method: Uppercase<Method>;
  kind?: 'single' | 'list';
  /** That it takes a form with a file in place of JSON. */
  fileBytesMax?: number;
  /** Whether it changes nothing, though its method is not GET. */
  isReadOnly?: true;
  /** That it answers a file in place of JSON. */
  file?: true;
};

export type Tag = { name: string; description: string };

/** What tells the description of one API from that of the other. */
export type ApiStyle<Served extends Describable = Describable> = Pick<
  OpenApiDocument,
  'info' | 'servers' | 'security'
> & {
  securitySchemes: Record<string, unknown>;
  /** Where it is served, below the address of the server. */
  placeOf: (operation: Served) => string;
  /** The resource that a path belongs to. */
  tagOf: (path: string) => Tag;
  headers: Record<string, Header>;
  /** Of a success where no code is given; of what all share where no operation is. */
  headersOf: (code?: ErrorCode, operation?: Served) => Record<string, Reference>;
  /** The envelope of every error. */
  error: z.ZodType;
  /** Whether the reasons of refusals are among its details. */
  tellsReasons: boolean;
  /** Errors that mean the same wherever they come from. */
  sharedErrors: Partial<Record<ErrorCode, Record<string, ErrorExample>>>;
  sharedErrorsOf: (operation: Served) => ErrorCode[];
  /** What the caller has to be allowed, where that differs by operation. */
  permissionOf: (operation: Served) => string | undefined;
  /** Headers of a request that are the operation's to read. */
  requestHeadersOf?: (operation: Served) => Parameter[];
  /** Where it takes other credentials than all the rest; empty where it takes none. */
  securityOf: (operation: Served) => OpenApiDocument['security'] | undefined;
};
