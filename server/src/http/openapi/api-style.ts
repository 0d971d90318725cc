import type { ErrorCode } from '@waypost/contract/api/error-codes.ts';
import type { z } from 'zod';
import type { ErrorExample, Operation } from '../api-v1/operation.ts';
import type { Header, Method, OpenApiDocument, Parameter, Reference } from './document.ts';

export type Describable = Omit<Operation, 'scope' | 'kind' | 'run' | 'method'> & {
  method: Uppercase<Method>;
  kind?: 'single' | 'list';
  /** Maximum size of an uploaded file. Set if the operation takes a multipart form instead of JSON. */
  fileBytesMax?: number;
  isReadOnly?: true;
  file?: true;
};

export type Tag = { name: string; description: string };

export type ApiStyle<Served extends Describable = Describable> = Pick<
  OpenApiDocument,
  'info' | 'servers' | 'security'
> & {
  securitySchemes: Record<string, unknown>;
  servedPathOf: (operation: Served) => string;
  tagOf: (path: string) => Tag;
  headers: Record<string, Header>;
  /**
   * Returns the headers of a successful response if no code is given, and the headers of shared responses if no
   * operation is given.
   */
  headersOf: (code?: ErrorCode, operation?: Served) => Record<string, Reference>;
  error: z.ZodType;
  tellsReasons: boolean;
  sharedErrors: Partial<Record<ErrorCode, Record<string, ErrorExample>>>;
  sharedErrorsOf: (operation: Served) => ErrorCode[];
  permissionOf: (operation: Served) => string | undefined;
  requestHeadersOf?: (operation: Served) => Parameter[];
  /**
   * Returns the credentials of an operation if they differ from the default. The list is empty if the operation takes
   * no credentials.
   */
  securityOf: (operation: Served) => OpenApiDocument['security'] | undefined;
};
