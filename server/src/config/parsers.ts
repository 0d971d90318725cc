import { isIP } from 'node:net';
import { findUrlProblem } from '../platform/postgres-url.ts';
import { domainToASCII } from 'node:url';

/** Parses a variable, or throws an error whose message completes "NAME must …". */
export type Parser<Value> = (value: string) => Value;

/** Quotes an invalid value, unless it may be a URL with a password. */
export function quoteUnlessSecret(value: string): string {
  return value.includes('@') ? '' : `, not "${value}"`;
}

export const text: Parser<string> = (value) => value;

export const path: Parser<string> = (value) => {
  if (value.includes('\0')) throw new Error('be a path without NUL bytes');
  return value;
};

export function count(min: number, max: number): Parser<number> {
  return (value) => {
    const parsed = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (parsed >= min && parsed <= max) return parsed;
    throw new Error(`be a whole number from ${min} to ${max}`);
  };
}

export const port = count(0, 65_535);

const byteUnits: Record<string, number> = {
  '': 1,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
};

export const bytes: Parser<number> = (value) => {
  const [, amount, unit = ''] = /^(\d+)\s*([A-Za-z]*)$/.exec(value) ?? [];
  const factor = byteUnits[unit];
  const total = Number(amount) * (factor ?? Number.NaN);
  if (Number.isSafeInteger(total)) return total;
  throw new Error('be a number of bytes, such as 1048576 or 20GiB');
};

export const timeOfDay: Parser<string> = (value) => {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)) return value;
  throw new Error('be a time of day from 00:00 to 23:59');
};

export function choice<const Choice extends string>(...choices: Choice[]): Parser<Choice> {
  return (value) => {
    const chosen = choices.find((one) => one === value);
    if (chosen !== undefined) return chosen;
    throw new Error(`be one of ${choices.join(', ')}`);
  };
}

export function list<Item>(parse: Parser<Item>): Parser<Item[]> {
  return (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(parse);
}

export const absoluteUrl: Parser<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:\/\//i.test(value) || /[@?#]/.test(value)) {
    throw new Error('be an absolute http or https URL without user, query or fragment');
  }
  return url.href.replace(/\/+$/, '');
};

export function databaseUrl(...protocols: string[]): Parser<string> {
  return (value) => {
    const isComplete = protocols.some((protocol) => value.startsWith(`${protocol}//`)) && URL.canParse(value);
    if (isComplete && new URL(value).hostname !== '') return value;
    throw new Error(`be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  };
}

export const postgresUrl: Parser<string> = (value) => {
  const problem = findUrlProblem(value);
  if (problem === undefined) return value;
  throw new Error(problem);
};

// Accepts comma-separated URLs. Commas in a URL, for example in a password, must be written as %2C.
export function databaseUrls(...protocols: string[]): Parser<string> {
  const urls = list(databaseUrl(...protocols));
  return (value) => urls(value).join(',');
}

export const secureUrl: Parser<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'https:' && url.username === '') return url.href;
  throw new Error('be an https URL');
};

const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const hostName: Parser<string> = (value) => {
  const host = domainToASCII(value).replace(/\.$/, '');
  const labels = host.split('.');
  const isName = labels.length > 1 && host.length <= 253 && labels.every((label) => hostLabel.test(label));
  // The last label of an IP address is a number.
  if (isName && /[a-z]/.test(labels.at(-1) ?? '')) return host;
  throw new Error('be a host name such as track.example.com');
};

export const emailAddress: Parser<string> = (value) => {
  if (/^[^\s@,<>]+@[^\s@,<>]+$/.test(value)) return value;
  throw new Error('be an email address');
};

export const base64Url: Parser<string> = (value) => {
  if (/^[\w-]{16,}$/.test(value)) return value;
  throw new Error('be a base64url value as shown by the certificate authority');
};

export const addressRange: Parser<string> = (value) => {
  const [address = '', prefix, ...rest] = value.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= bits);
  if (isIP(address) !== 0 && !address.includes('%') && isPrefix && rest.length === 0)
    return `${address}/${prefix ?? bits}`;
  throw new Error(`be a list of addresses or networks such as 10.0.0.0/8${quoteUnlessSecret(value)}`);
};

export const nameServer: Parser<string> = (value) => {
  const [, bracketed, bare, portText] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(value) ?? [];
  const address = isIP(value) === 6 ? value : (bracketed ?? bare ?? '');
  const isServer = bracketed === undefined ? isIP(address) !== 0 : isIP(address) === 6;
  if (!isServer || address.includes('%'))
    throw new Error(`be a list of name server addresses such as 9.9.9.9${quoteUnlessSecret(value)}`);
  if (portText !== undefined) count(1, 65_535)(portText);
  return value;
};

export const ipAddress: Parser<string> = (value) => {
  if (isIP(value) === 4) return value;
  if (isIP(value) === 6 && !value.includes('%')) return new URL(`http://[${value}]`).hostname.slice(1, -1);
  throw new Error(`be a list of IP addresses such as 203.0.113.7${quoteUnlessSecret(value)}`);
};

type OutboundRule = { range: string; port: number };

export const outboundRule: Parser<OutboundRule> = (value) => {
  const [, bracketed, bare, portText = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(value) ?? [];
  const range = bracketed ?? bare;
  if (range === undefined)
    throw new Error(
      `be a list of address ranges, each with a port, such as 127.0.0.1/32:9000${quoteUnlessSecret(value)}`,
    );
  return { range: addressRange(range), port: count(1, 65_535)(portText) };
};
