import type { FastifyRequest } from 'fastify';
import { invalidInput, type InputIssue } from '../../services/parse-input.ts';

const noBodyHere = 'there is no body here';
const unreadable = 'must not contain NUL or half a character';

/**
 * The body of a request, for an operation that has one or has none. What no engine can keep, and nobody means, is
 * refused here for all texts at once: a field that forgot to would be a fault of ours when it is stored.
 */
export function readBody(request: FastifyRequest, isExpected: boolean): unknown {
  if (!isExpected && hasBody(request)) throw invalidInput([{ path: '', message: noBodyHere }]);
  refuseUnreadable(request.body);
  return request.body;
}

/** The same of everything that stands in a query or a body. */
export function refuseUnreadable(value: unknown): void {
  const issues = listUnreadable(value, '');
  if (issues.length > 0) throw invalidInput(issues);
}

/** That of a GET is never read; its headers tell. */
function hasBody({ body, headers }: FastifyRequest): boolean {
  const length = headers['content-length'] ?? '0';
  return body !== undefined || Number(length) !== 0 || headers['transfer-encoding'] !== undefined;
}

function listUnreadable(value: unknown, path: string): InputIssue[] {
  if (typeof value === 'string') return isReadable(value) ? [] : [{ path, message: unreadable }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const place = path === '' ? name : `${path}.${name}`;
    if (!isReadable(name)) return [{ path, message: 'has a name that holds NUL or half a character' }];
    // Schemas do not see it.
    if (name === '__proto__') return [{ path: place, message: 'there is no such field' }];
    return listUnreadable(part, place);
  });
}

function isReadable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
