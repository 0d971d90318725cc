import { createHmac, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Account = { url: string; jwk: JsonWebKey; thumbprint: string; contact: string[] };
export type Problem = { status: number; type: string; detail: string; retryAfter?: string };
export type Message = {
  url: string;
  payload: Record<string, unknown> | undefined;
  account?: Account;
  jwk?: JsonWebKey;
};

type MessageState = {
  base: string;
  nonces: Set<string>;
  accounts: readonly Account[];
  behavior: { badNonces: number };
};

export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(status: number, type: string, detail: string) {
    super(detail);
    this.problem = { status, type, detail };
  }
}

export async function readMessage(state: MessageState, request: IncomingMessage): Promise<Message> {
  let text = '';
  for await (const part of request.setEncoding('utf8') as AsyncIterable<string>) text += part;
  if (request.headers['content-type'] !== 'application/jose+json')
    refuse(415, 'malformed', 'Wrong content type');
  const signed = JSON.parse(text) as { protected: string; payload: string; signature: string };
  const header = decode(signed.protected) as { nonce: string; url: string; kid?: string; jwk?: JsonWebKey };
  const isUsed = !state.nonces.delete(header.nonce);
  if (isUsed || state.behavior.badNonces > 0) {
    state.behavior.badNonces = Math.max(0, state.behavior.badNonces - 1);
    refuse(400, 'badNonce', 'Invalid anti-replay nonce');
  }
  const account = state.accounts.find(({ url }) => url === header.kid);
  const jwk = header.jwk ?? account?.jwk ?? refuse(400, 'accountDoesNotExist', 'Unknown account');
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${signed.protected}.${signed.payload}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signed.signature, 'base64url'),
  );
  if (!isGenuine) refuse(400, 'malformed', 'Invalid signature');
  if (header.url !== `${state.base}${request.url}`) refuse(401, 'unauthorized', 'Wrong URL');
  const payload = signed.payload === '' ? undefined : (decode(signed.payload) as Record<string, unknown>);
  return { url: header.url, payload, jwk, ...(account === undefined ? {} : { account }) };
}

export function isBound(value: unknown, { id, key }: { id: string; key: string }, url: string): boolean {
  const signed = value as { protected: string; payload: string; signature: string } | undefined;
  if (signed === undefined) return false;
  const header = decode(signed.protected) as { alg: string; kid: string; url: string };
  const mac = createHmac('sha256', Buffer.from(key, 'base64url'));
  const expected = mac.update(`${signed.protected}.${signed.payload}`).digest('base64url');
  return header.alg === 'HS256' && header.kid === id && header.url === url && signed.signature === expected;
}

function decode(text: string): unknown {
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

export function refuse(status: number, type: string, detail: string): never {
  throw new ProblemError(status, type, detail);
}
