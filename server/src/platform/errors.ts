import { errorCodes, type ErrorCode } from '@waypost/contract/error-codes.ts';

/** The one error that a caller of the product may see: its code, message and details are public, its cause is not. */
export class WaypostError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'WaypostError';
    this.code = code;
    this.details = options.details ?? {};
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

export function describeError(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : String(error);
}

/** The system's own code of a failure (`ENOSPC`, `EADDRINUSE`, a Postgres SQLSTATE), where it has one. */
export function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
