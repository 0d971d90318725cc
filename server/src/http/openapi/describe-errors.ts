import { errorCodes, type ErrorCode } from '@waypost/contract/api/error-codes.ts';
import { invalidInput } from '../../services/parse-input.ts';
import { ids } from '../api-v1/examples/records.ts';
import { plain, type ErrorExample } from '../api-v1/operation.ts';
import type { ApiStyle, Describable } from './api-style.ts';
import type { Answer, Example, Reference } from './document.ts';

export const commonErrors = {
  PAYLOAD_TOO_LARGE: { tooLarge: plain('The request body is too large') },
  INTERNAL_ERROR: { fault: plain('Internal error. Search the logs for the request ID.') },
  SERVICE_UNAVAILABLE: {
    databaseAway: { message: 'The database is not responding', details: { reason: 'unavailable' } },
  },
};

type Examples = Record<string, ErrorExample>;

export function describeErrors<Served extends Describable>(
  operation: Served,
  style: ApiStyle<Served>,
): Record<string, Answer | Reference> {
  const { message, details } = invalidInput([operation.example.issue]);
  const own = {
    VALIDATION_FAILED: { [nameIssue(operation)]: { message, details } },
    ...operation.errors,
  } as Partial<Record<ErrorCode, Examples>>;
  const shared = style.sharedErrorsOf(operation);
  const answers = (Object.entries(own) as [ErrorCode, Examples][]).map(([code, examples]) => {
    // Causes that are specific to the operation and shared causes with the same code are described together.
    const common = shared.includes(code) ? style.sharedErrors[code] : {};
    return [
      errorCodes[code].status,
      describeError(
        code,
        { ...examples, ...common },
        { ...style, headers: style.headersOf(code, operation) },
      ),
    ];
  });
  const references = shared
    .filter((code) => own[code] === undefined)
    .map((code) => [errorCodes[code].status, { $ref: `#/components/responses/${answerName(code)}` }]);
  return Object.fromEntries([...answers, ...references]) as Record<string, Answer | Reference>;
}

export function describeSharedErrors(
  style: Pick<ApiStyle, 'sharedErrors' | 'tellsReasons'> & {
    headersOf: (code: ErrorCode) => Answer['headers'];
  },
): Record<string, Answer> {
  return Object.fromEntries(
    (Object.entries(style.sharedErrors) as [ErrorCode, Examples][]).map(([code, examples]) => [
      answerName(code),
      describeError(code, examples, { ...style, headers: style.headersOf(code) }),
    ]),
  );
}

function describeError(
  code: ErrorCode,
  examples: Examples,
  { headers, tellsReasons }: { headers: Answer['headers']; tellsReasons: boolean },
): Answer {
  return {
    description: `${code}: ${errorCodes[code].meaning}`,
    headers,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          Object.entries(examples).map(([name, { message, details, reason }]): [string, Example] => {
            const shownDetails = tellsReasons && reason !== undefined ? { reason, ...details } : details;
            const error = { code, message, details: shownDetails };
            return [name, { value: { ok: false, error, requestId: ids.request } }];
          }),
        ),
      },
    },
  };
}

function nameIssue({ example }: Describable): string {
  return `invalid-${example.issue.path}`;
}

function answerName(code: ErrorCode): string {
  return code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
