import { errorCodes, type ErrorCode } from '@waypost/contract/error-codes.ts';

type Options = { details?: Record<string, unknown>; reason?: string; cause?: unknown };

/** Codes that stand for many refusals, after which a program goes on in different ways: each of them needs its reason. */
type ReasonedCode = 'UNAUTHORIZED' | 'FORBIDDEN' | 'CONFLICT' | 'RATE_LIMITED';

/** A reason outside the details is for the panel alone: what the public API answers is fixed. */
type ErrorArguments =
  | [code: Exclude<ErrorCode, ReasonedCode>, message: string, options?: Options]
  | [
      code: ReasonedCode,
      message: string,
      options: Options & ({ reason: string } | { details: { reason: string } }),
    ];

/** The one error that a caller of the product may see: its code, message and details are public, its cause is not. */
export class WaypostError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  /** A word that programs tell refusals of one code by. */
  readonly reason: string | undefined;

  constructor(...[code, message, options = {}]: ErrorArguments) {
    super(message, { cause: options.cause });
    this.name = 'WaypostError';
    this.code = code;
    this.details = options.details ?? {};
    this.reason = options.reason ?? (this.details['reason'] as string | undefined);
  }

  /** The same, with more details or in other words. */
  with(details: Record<string, unknown>, message: string = this.message): WaypostError {
    const all = { ...this.details, ...details };
    const options = { details: all, reason: this.reason, cause: this.cause ?? this };
    return new WaypostError(...([this.code, message, options] as ErrorArguments));
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

export function describeError(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : String(error);
}

/**
 * The message together with those of its causes, for an operator: the first says what failed, the last why, such as
 * `connect ECONNREFUSED 192.0.2.7:5432`.
 */
export function describeCauses(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at !== undefined && at !== null; at = (at as { cause?: unknown }).cause) {
    // Several addresses of one host were tried; the error for all of them has no message of its own.
    const parts = at instanceof AggregateError && at.message === '' ? at.errors : [at];
    const text = parts.map(describeError).join(', ');
    if (!messages.some((message) => message.includes(text))) messages.push(text);
  }
  return messages.filter((message) => message !== '').join(': ');
}

/** The system's own code of a failure (`ENOSPC`, `EADDRINUSE`, a Postgres SQLSTATE), where it has one. */
export function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
