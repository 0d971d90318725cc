import { errorCodes, type ErrorCode } from '@waypost/contract/api/error-codes.ts';

type Options = { details?: Record<string, unknown>; reason?: string; cause?: unknown };

// Codes that cover several cases. Clients react differently to each case, so an error with one of these codes needs a
// reason.
type ReasonedCode = 'UNAUTHORIZED' | 'FORBIDDEN' | 'CONFLICT' | 'RATE_LIMITED';

// A reason outside `details` is meant only for the panel, because the responses of the public API must not change.
type ErrorArguments =
  | [code: Exclude<ErrorCode, ReasonedCode>, message: string, options?: Options]
  | [
      code: ReasonedCode,
      message: string,
      options: Options & ({ reason: string } | { details: { reason: string } }),
    ];

/** The only error that is shown to clients. Code, message and details are public; the cause is not. */
export class WaypostError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  readonly reason: string | undefined;

  constructor(...[code, message, options = {}]: ErrorArguments) {
    super(message, { cause: options.cause });
    this.name = 'WaypostError';
    this.code = code;
    this.details = options.details ?? {};
    this.reason = options.reason ?? (this.details['reason'] as string | undefined);
  }

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
 * Joins the messages of an error and its causes, for operators. The first message says what failed, and the last
 * message says why, such as `connect ECONNREFUSED 192.0.2.7:5432`.
 */
export function describeCauses(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at !== undefined && at !== null; at = (at as { cause?: unknown }).cause) {
    // If several addresses of a host were tried, the aggregate error has no message.
    const parts = at instanceof AggregateError && at.message === '' ? at.errors : [at];
    const text = parts.map(describeError).join(', ');
    if (!messages.some((message) => message.includes(text))) messages.push(text);
  }
  return messages.filter((message) => message !== '').join(': ');
}

export function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
