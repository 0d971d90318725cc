import { errorCodes, type ErrorCode } from '@waypost/contract/error-codes.ts';
import { unauthorized } from '../../services/keys/authenticate-key.ts';
import { invalidInput } from '../../services/parse-input.ts';
import { ids } from '../api-v1/example-records.ts';
import type { ErrorExample, Operation } from '../api-v1/operation.ts';
import type { Answer, Example, Reference } from './document.ts';
import { headersOf } from './headers.ts';

const plain = (message: string): ErrorExample => ({ message, details: {} });

/** Errors that mean the same wherever they come from. */
const sharedErrors = {
  UNAUTHORIZED: { noValidKey: plain(unauthorized().message) },
  BILLING_REQUIRED: { lapsed: plain('the workspace has no active subscription with API access') },
  FORBIDDEN: {
    readKey: plain('this key may only read'),
    otherOrigin: plain('writes from pages of another origin are not allowed'),
  },
  PAYLOAD_TOO_LARGE: { tooLarge: plain('the request body is too large') },
  RATE_LIMITED: { tooMany: plain('too many requests: try again in 2 s') },
  INTERNAL_ERROR: { fault: plain('something went wrong on our side; the request id finds it in the logs') },
  SERVICE_UNAVAILABLE: { databaseAway: plain('the database does not answer') },
} satisfies Partial<Record<ErrorCode, Record<string, ErrorExample>>>;

type SharedError = keyof typeof sharedErrors;

/** Every error that an operation can answer with, by status. */
export function describeErrors(operation: Operation): Record<string, Answer | Reference> {
  const invalid = invalidInput([operation.example.issue]);
  const own: [ErrorCode, Record<string, ErrorExample>][] = [
    ['VALIDATION_FAILED', { [nameIssue(operation)]: { message: invalid.message, details: invalid.details } }],
    ...(Object.entries(operation.errors ?? {}) as [ErrorCode, Record<string, ErrorExample>][]),
  ];
  return Object.fromEntries([
    ...own.map(([code, examples]) => [errorCodes[code].status, describeError(code, examples)]),
    ...sharedErrorsOf(operation).map((code) => [
      errorCodes[code].status,
      { $ref: `#/components/responses/${answerName(code)}` },
    ]),
  ]) as Record<string, Answer | Reference>;
}

export function describeSharedErrors(): Record<string, Answer> {
  return Object.fromEntries(
    (Object.entries(sharedErrors) as [SharedError, Record<string, ErrorExample>][]).map(
      ([code, examples]) => [answerName(code), describeError(code, examples)],
    ),
  );
}

function sharedErrorsOf(operation: Operation): SharedError[] {
  return [
    'UNAUTHORIZED',
    'BILLING_REQUIRED',
    // A body that nobody asked for can be too large as well.
    ...(operation.scope === 'write' ? (['FORBIDDEN', 'PAYLOAD_TOO_LARGE'] as const) : []),
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
}

function describeError(code: ErrorCode, examples: Record<string, ErrorExample>): Answer {
  return {
    description: `${code}: ${errorCodes[code].meaning}`,
    headers: headersOf(code),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          Object.entries(examples).map(([name, example]): [string, Example] => [
            name,
            { value: { ok: false, error: { code, ...example }, requestId: ids.request } },
          ]),
        ),
      },
    },
  };
}

function nameIssue({ example }: Operation): string {
  return `invalid-${example.issue.path}`;
}

/** `RATE_LIMITED` is `RateLimited`. */
function answerName(code: SharedError): string {
  return code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
