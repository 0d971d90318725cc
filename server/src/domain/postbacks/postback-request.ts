import {
  hiddenValue,
  type PostbackHeader,
  type PostbackRequest,
} from '@waypost/contract/postbacks/postback-requests.ts';
import type { MacroValues } from '../macros/index.ts';
import type { ReceiverRequest } from './receivers/receiver.ts';
import { countMacros, fillText, hasRaw, type TextForm } from './text-template.ts';

const macrosMax = 50;
const defaultType = 'application/json';

type Issue = { path: string; message: string };

export function judgeRequest(request: PostbackRequest): Issue[] {
  const { postbackMethod, postbackHeaders, postbackBody } = request;
  const issues = postbackHeaders.flatMap(({ value }, at) =>
    judgeText(value).map((message) => ({ path: `postbackHeaders.${at}.value`, message })),
  );
  if (postbackBody === null) return issues;
  if (postbackMethod === 'GET') return [...issues, bodyIssue('must be empty if postbackMethod is GET')];
  const form = formOf(postbackHeaders);
  if (form === undefined) {
    const message =
      'a body requires the content type application/json, application/x-www-form-urlencoded or text/plain';
    return [...issues, { path: 'postbackHeaders', message }];
  }
  issues.push(...judgeText(postbackBody).map(bodyIssue));
  if (form === 'json' && !isJson(postbackBody))
    issues.push(bodyIssue('must be valid JSON after macros are replaced'));
  return issues;
}

/**
 * Rejects masked values. Otherwise, a client that has only seen the masked value would overwrite the real value with
 * `********`.
 */
export function refuseHidden({
  postbackHeaders,
  postbackUrl,
  postbackBody,
}: Pick<PostbackRequest, 'postbackHeaders' | 'postbackBody'> & { postbackUrl?: string | null }): Issue[] {
  const texts = [
    ...postbackHeaders.map(({ value }, at) => [`postbackHeaders.${at}.value`, value] as const),
    ['postbackUrl', postbackUrl ?? ''] as const,
    ['postbackBody', postbackBody ?? ''] as const,
  ];
  return texts
    .filter(([, text]) => text.includes(hiddenValue))
    .map(([path]) => ({ path, message: `must contain the actual value instead of ${hiddenValue}` }));
}

function bodyIssue(message: string): Issue {
  return { path: 'postbackBody', message };
}

function judgeText(text: string): string[] {
  if (hasRaw(text)) return ['must not use :raw, which works only in URLs'];
  return countMacros(text) > macrosMax ? [`must contain at most ${macrosMax} macros`] : [];
}

function isJson(body: string): boolean {
  try {
    JSON.parse(fillText(body, 'json', { value: () => undefined, param: () => undefined }));
    return true;
  } catch {
    return false;
  }
}

function findType(headers: readonly PostbackHeader[]): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
}

// Returns how values are escaped in the body, or undefined if the content type is not supported.
function formOf(headers: readonly PostbackHeader[]): TextForm | undefined {
  const [type = ''] = (findType(headers) ?? defaultType).toLowerCase().split(';', 1);
  if (/^application\/(?:[a-z0-9.+-]+\+)?json$/.test(type.trim())) return 'json';
  if (type.trim() === 'application/x-www-form-urlencoded') return 'form';
  return type.trim() === 'text/plain' ? 'plain' : undefined;
}

export function fillRequest(
  { postbackMethod, postbackHeaders, postbackBody, postbackSuccessText: successText }: PostbackRequest,
  values: MacroValues,
): Omit<ReceiverRequest, 'url'> {
  const headers = postbackHeaders.map(({ name, value }) => ({
    name,
    value: fillText(value, 'header', values),
  }));
  if (postbackBody === null) return { method: postbackMethod, headers, body: null, successText };
  if (findType(headers) === undefined) headers.push({ name: 'content-type', value: defaultType });
  return {
    method: postbackMethod,
    headers,
    body: fillText(postbackBody, formOf(postbackHeaders) ?? 'plain', values),
    successText,
  };
}

// Headers that are not secret and are needed to interpret the request.
const shownNames = new Set(['content-type', 'accept', 'user-agent']);

export function isSecretHeader(name: string): boolean {
  return !shownNames.has(name.toLowerCase());
}

export function changeHeaders<Data>(data: Data, change: (headers: PostbackHeader[]) => unknown): Data {
  if (Array.isArray(data)) return data.map((item: unknown) => changeHeaders(item, change)) as Data;
  if (typeof data !== 'object' || data === null || data instanceof Date) return data;
  const fields = Object.entries(data).map(([name, value]: [string, unknown]) => [
    name,
    isHeaders(name, value) ? change(value) : changeHeaders(value, change),
  ]);
  return Object.fromEntries(fields) as Data;
}

function isHeaders(name: string, value: unknown): value is PostbackHeader[] {
  return name === headersField && Array.isArray(value);
}

const headersField = 'postbackHeaders';
