import type { ErrorCode } from '@waypost/contract/error-codes.ts';
import type { z } from 'zod';
import type { ErrorExample, Operation } from '../api-v1/operation.ts';
import type { Header, Method, OpenApiDocument, Parameter, Reference } from './document.ts';

/** Input for describing an operation of either API. */
export type Describable = Omit<Operation, 'scope' | 'kind' | 'run' | 'method'> & {
  method: Uppercase<Method>;
  kind?: 'single' | 'list';
  /**
   * Maximum size of an uploaded file. Set if the operation takes a multipart form instead of JSON.
   */
  fileBytesMax?: number;
  /** True if the operation only reads although its method is not GET. */
  isReadOnly?: true;
  /** True if the response is a file instead of JSON. */
  file?: true;
};

export type Tag = { name: string; description: string };

/** Differences between the descriptions of the two APIs. */
export type ApiStyle<Served extends Describable = Describable> = Pick<
  OpenApiDocument,
  'info' | 'servers' | 'security'
> & {
  securitySchemes: Record<string, unknown>;
  /** Path below the server URL. */
  servedPathOf: (operation: Served) => string;
  tagOf: (path: string) => Tag;
  headers: Record<string, Header>;
  /**
   * Without a code: headers of a successful response. Without an operation: headers of shared
   * responses.
   */
  headersOf: (code?: ErrorCode, operation?: Served) => Record<string, Reference>;
  error: z.ZodType;
  /** True if error details include reasons. */
  tellsReasons: boolean;
  sharedErrors: Partial<Record<ErrorCode, Record<string, ErrorExample>>>;
  sharedErrorsOf: (operation: Served) => ErrorCode[];
  /** Permission required for the operation, if operations differ. */
  permissionOf: (operation: Served) => string | undefined;
  requestHeadersOf?: (operation: Served) => Parameter[];
  /** Set if the operation takes other credentials than the rest. Empty if it takes none. */
  securityOf: (operation: Served) => OpenApiDocument['security'] | undefined;
};
