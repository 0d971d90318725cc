import type { AcmeResponse } from './acme-request.ts';

type Problem = { type?: unknown; detail?: unknown; subproblems?: unknown };

const textLengthMax = 1_000;

// An error response of the certificate authority. The message contains the words of the authority.
export class AcmeError extends Error {
  readonly type: string;
  readonly retryAfterMs: number | undefined;

  constructor(problem: unknown, fallback: string, retryAfterMs?: number) {
    super(describeProblem(problem) ?? fallback);
    this.name = 'AcmeError';
    this.type = readType(problem);
    this.retryAfterMs = retryAfterMs;
  }
}

export function errorFromResponse({ status, headers, text }: AcmeResponse, nowMs: number): AcmeError {
  return new AcmeError(
    parseProblem(text),
    `the certificate authority answered with status ${status}`,
    readRetryAfter(headers['retry-after'], nowMs),
  );
}

// Returns undefined if the header is missing or is neither a number of seconds nor a date.
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

function parseProblem(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readType(problem: unknown): string {
  const { type } = asProblem(problem);
  return typeof type === 'string' ? type.replace('urn:ietf:params:acme:error:', '') : '';
}

function describeProblem(problem: unknown): string | undefined {
  const { detail, subproblems } = asProblem(problem);
  const details = [
    detail,
    ...(Array.isArray(subproblems) ? subproblems.map((one) => asProblem(one).detail) : []),
  ];
  const text = details.filter((one) => typeof one === 'string').join(' ');
  const type = readType(problem);
  if (text === '' && type === '') return undefined;
  const sentence = [type, text].filter((part) => part !== '').join(': ');
  return sentence.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, textLengthMax);
}

function asProblem(problem: unknown): Problem {
  return typeof problem === 'object' && problem !== null ? problem : {};
}
