import { hiddenValue, type PostbackHeader } from '@waypost/contract/postbacks/postback-requests.ts';
import { isSecretName, replaceValues } from '../secrets/secret-pairs.ts';
import { isSecretHeader } from './postback-request.ts';

/** Hides secrets in every `postbackUrl`, `postbackBody` and `postbackHeaders` in the data. */
export function hideSecrets<Data>(data: Data): Data {
  if (Array.isArray(data)) return data.map((item: unknown) => hideSecrets(item)) as Data;
  if (typeof data !== 'object' || data === null || data instanceof Date) return data;
  const fields = Object.entries(data).map(([name, value]: [string, unknown]) => [
    name,
    hideField(name, value),
  ]);
  return Object.fromEntries(fields) as Data;
}

/** Hides secrets in the old or new value of a difference. The path of the difference may lead into the headers. */
export function hideInDifference(path: string, value: unknown): unknown {
  if (path.includes('postbackHeaders[') && typeof value === 'string') return hiddenValue;
  return hideField(/\w+$/.exec(path)?.[0] ?? '', value);
}

function hideField(name: string, value: unknown): unknown {
  if (name === 'postbackHeaders' && Array.isArray(value)) return value.map(hideHeader);
  if (name === 'postbackUrl' && typeof value === 'string') return hideInUrl(value);
  if (name === 'postbackBody' && typeof value === 'string') return changeInText(value, hide);
  return hideSecrets(value);
}

function hideHeader({ name, value }: PostbackHeader): PostbackHeader {
  return { name, value: isSecretHeader(name) ? hiddenValue : value };
}

/** Hides secrets in a URL. Keeps macros, and keeps filled values unless their parameter name suggests a secret. */
export function hideInUrl(url: string): string {
  return changeInUrl(url, hide);
}

/**
 * Restores hidden values from the original text, even if other parts of the text were edited. Returns undefined if the
 * original text does not include a hidden value.
 */
export function revealSecrets(
  field: 'postbackUrl' | 'postbackBody',
  text: string,
  known: string | null,
): string | undefined {
  if (!text.includes(hiddenValue)) return text;
  const change = field === 'postbackUrl' ? changeInUrl : changeInText;
  const literals = new Map<string, string[]>();
  change(known ?? '', (name, literal) => {
    literals.set(name, [...(literals.get(name) ?? []), literal]);
    return literal;
  });
  const revealed = change(text, (name, literal) =>
    literal.includes(hiddenValue) ? (literals.get(name)?.shift() ?? literal) : literal,
  );
  return revealed.includes(hiddenValue) ? undefined : revealed;
}

type Change = (name: string, literal: string) => string;

const hide: Change = () => hiddenValue;

function changeInUrl(url: string, change: Change): string {
  const [, origin = '', path = '', rest = ''] = /^(https?:\/\/[^/?#]*)([^?#]*)(.*)$/is.exec(url) ?? [];
  if (origin === '') return changeInText(url, change);
  const parts = path.split('/').map((part) => (isSecretPart(part) ? change('/', part) : part));
  return `${origin}${parts.join('/')}${changeInText(rest, change)}`;
}

// Returns true if a path segment looks like a token, because webhook URLs of messaging apps contain their token in the
// path.
function isSecretPart(part: string): boolean {
  return part === hiddenValue || mixedWord.test(part) || /^[\da-f]{32,}$/i.test(part);
}

const mixedWord = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w:.~-]{20,}$/;

function changeInText(text: string, change: Change): string {
  return replaceValues(text, ({ name, written }) =>
    isSecretName(name) ? changeLiterals(written, (literal) => change(name, literal)) : undefined,
  );
}

function changeLiterals(value: string, change: (literal: string) => string): string {
  const parts = value.split(/(\{[^{}]*\})/);
  return parts.map((part, at) => (at % 2 === 1 || part === '' ? part : change(part))).join('');
}
