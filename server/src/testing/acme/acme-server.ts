import { createHash, createHmac, createPublicKey, randomBytes, verify, type JsonWebKey } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { checkChallenge, type ChallengePorts } from './check-challenge.ts';
import { readCertificateRequest } from './read-request.ts';
import { createTestAuthority, type TestAuthority } from './test-authority.ts';

type Account = { url: string; jwk: JsonWebKey; thumbprint: string; contact: string[] };
type Challenge = { type: string; url: string; token: string; status: string; error?: object };
type Order = {
  url: string;
  account: Account;
  host: string;
  authorization: string;
  challenges: Challenge[];
  certificate?: string;
};
type Problem = { status: number; type: string; detail: string; retryAfter?: string };
type Message = {
  url: string;
  payload: Record<string, unknown> | undefined;
  account?: Account;
  jwk?: JsonWebKey;
};
type Answer = { status?: number; location?: string; body: unknown };

export type AcmeServer = {
  directoryUrl: string;
  authority: TestAuthority;
  // Orders that were placed, including those that failed.
  orders: readonly { host: string }[];
  accounts: readonly { contact: string[] }[];
  ports: ChallengePorts;
  // Behavior that tests change.
  behavior: {
    isAway: boolean;
    badNonces: number;
    // Answers new orders with this problem.
    orderProblem: Problem | undefined;
    binding: { id: string; key: string } | undefined;
    challengeTypes: string[];
    validity: (() => { notBefore: Date; notAfter: Date }) | undefined;
    date: (() => Date) | undefined;
  };
  forgetAccounts: () => void;
  close: () => Promise<void>;
};

/**
 * Certificate authority for tests that behaves as RFC 8555 requires: it verifies signatures and nonces, connects to the
 * challenged host and checks the certificate request.
 */
export async function startAcmeServer(ports: ChallengePorts): Promise<AcmeServer> {
  const authority = createTestAuthority();
  const state = new AcmeState(authority, ports);
  const server = createServer(authority.issueWithKey('localhost'), (request, response) => {
    if (state.behavior.isAway) return void request.socket.destroy();
    void serve(state, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  state.base = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    directoryUrl: `${state.base}/directory`,
    authority,
    orders: state.orders,
    accounts: state.accounts,
    ports,
    behavior: state.behavior,
    forgetAccounts: () => (state.accounts.length = 0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class AcmeState {
  base = '';
  readonly authority: TestAuthority;
  readonly ports: ChallengePorts;
  readonly nonces = new Set<string>();
  readonly accounts: Account[] = [];
  readonly orders: Order[] = [];
  readonly behavior: AcmeServer['behavior'] = {
    isAway: false,
    badNonces: 0,
    orderProblem: undefined,
    binding: undefined,
    challengeTypes: ['http-01', 'tls-alpn-01', 'dns-01'],
    validity: undefined,
    date: undefined,
  };

  constructor(authority: TestAuthority, ports: ChallengePorts) {
    this.authority = authority;
    this.ports = ports;
  }

  newNonce(): string {
    const nonce = randomBytes(16).toString('base64url');
    this.nonces.add(nonce);
    return nonce;
  }
}

class ProblemError extends Error {
  readonly problem: Problem;

  constructor(status: number, type: string, detail: string) {
    super(detail);
    this.problem = { status, type, detail };
  }
}

async function serve(state: AcmeState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('replay-nonce', state.newNonce());
  if (state.behavior.date !== undefined) response.setHeader('date', state.behavior.date().toUTCString());
  try {
    const { status = 200, location, body } = await answer(state, request);
    if (location !== undefined) response.setHeader('location', location);
    response.writeHead(status, { 'retry-after': '0' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  } catch (error) {
    const { problem } =
      error instanceof ProblemError ? error : new ProblemError(500, 'serverInternal', String(error));
    if (problem.retryAfter !== undefined) response.setHeader('retry-after', problem.retryAfter);
    response.writeHead(problem.status, { 'content-type': 'application/problem+json' });
    response.end(
      JSON.stringify({ type: `urn:ietf:params:acme:error:${problem.type}`, detail: problem.detail }),
    );
  }
}

async function answer(state: AcmeState, request: IncomingMessage): Promise<Answer> {
  const { base, behavior } = state;
  const path = request.url ?? '/';
  if (path === '/directory')
    return { body: { newNonce: `${base}/nonce`, newAccount: `${base}/account`, newOrder: `${base}/order` } };
  if (path === '/nonce') return { body: '' };
  const message = await readMessage(state, request);
  if (path === '/account') return openAccount(state, message);
  const account = message.account ?? refuse(403, 'accountDoesNotExist', 'Unknown account');
  if (path === '/order') {
    const { orderProblem } = behavior;
    if (orderProblem !== undefined)
      throw Object.assign(new ProblemError(400, '', ''), { problem: orderProblem });
    return createOrder(state, account, message);
  }
  const order = state.orders.find(
    (one) => path.startsWith(new URL(one.url).pathname) && one.account === account,
  );
  if (order === undefined) return refuse(404, 'malformed', 'Not found');
  const challenge = order.challenges.find(({ url }) => url === message.url);
  if (challenge !== undefined) return beginChallenge(state, order, challenge, message);
  if (message.url === `${order.url}/finalize`) return finalize(state, order, message);
  if (message.url === `${order.url}/certificate`) return { body: order.certificate ?? '' };
  if (message.url === order.authorization) return { body: presentAuthorization(order) };
  return { body: presentOrder(order), location: order.url };
}

async function readMessage(state: AcmeState, request: IncomingMessage): Promise<Message> {
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

function openAccount(state: AcmeState, { payload, jwk = {}, url }: Message): Answer {
  const { crv, kty, x, y } = jwk;
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const existing = state.accounts.find((account) => account.thumbprint === thumbprint);
  if (existing !== undefined) return { location: existing.url, body: { status: 'valid' } };
  if (payload?.['onlyReturnExisting'] === true)
    refuse(400, 'accountDoesNotExist', 'No account with this key');
  if (payload?.['termsOfServiceAgreed'] !== true) refuse(403, 'userActionRequired', 'Accept the terms');
  const { binding } = state.behavior;
  if (binding !== undefined && !isBound(payload?.['externalAccountBinding'], binding, url))
    refuse(403, 'externalAccountRequired', 'An external account binding is required');
  const account: Account = {
    url: `${state.base}/accounts/${randomBytes(6).toString('hex')}`,
    jwk,
    thumbprint,
    contact: (payload?.['contact'] as string[] | undefined) ?? [],
  };
  state.accounts.push(account);
  return { status: 201, location: account.url, body: { status: 'valid' } };
}

function isBound(value: unknown, { id, key }: { id: string; key: string }, url: string): boolean {
  const signed = value as { protected: string; payload: string; signature: string } | undefined;
  if (signed === undefined) return false;
  const header = decode(signed.protected) as { alg: string; kid: string; url: string };
  const mac = createHmac('sha256', Buffer.from(key, 'base64url'));
  const expected = mac.update(`${signed.protected}.${signed.payload}`).digest('base64url');
  return header.alg === 'HS256' && header.kid === id && header.url === url && signed.signature === expected;
}

function createOrder(state: AcmeState, account: Account, { payload }: Message): Answer {
  const [identifier] = payload?.['identifiers'] as { type: string; value: string }[];
  if (identifier?.type !== 'dns') return refuse(400, 'malformed', 'Not a DNS name');
  const url = `${state.base}/orders/${randomBytes(6).toString('hex')}`;
  const challenges = state.behavior.challengeTypes.map((type) => ({
    type,
    url: `${url}/challenges/${type}`,
    token: randomBytes(32).toString('base64url'),
    status: 'pending',
  }));
  const order: Order = {
    url,
    account,
    host: identifier.value,
    authorization: `${url}/authorization`,
    challenges,
  };
  state.orders.push(order);
  return { status: 201, location: url, body: presentOrder(order) };
}

function beginChallenge(state: AcmeState, order: Order, challenge: Challenge, { payload }: Message): Answer {
  if (payload !== undefined && challenge.status === 'pending') {
    challenge.status = 'processing';
    const { token } = challenge;
    const expected = { token, keyAuthorization: `${token}.${order.account.thumbprint}` };
    void checkChallenge(challenge.type, order.host, expected, state.ports).then((why) => {
      challenge.status = why === undefined ? 'valid' : 'invalid';
      if (why !== undefined)
        challenge.error = {
          type: 'urn:ietf:params:acme:error:unauthorized',
          detail: `${order.host}: ${why}`,
        };
    });
  }
  return { body: challenge };
}

function finalize(state: AcmeState, order: Order, { payload }: Message): Answer {
  if (readStatus(order) !== 'valid') return refuse(403, 'orderNotReady', 'The order is not ready');
  const request = readCertificateRequest(Buffer.from(String(payload?.['csr']), 'base64url'));
  if (request === undefined || request.hosts.join() !== order.host)
    return refuse(400, 'badCSR', 'The request does not match the order');
  const jwk = request.publicKey.export({ format: 'jwk' });
  if (jwk.x === order.account.jwk.x) return refuse(400, 'badCSR', 'The key is the key of the account');
  order.certificate = state.authority.issue(order.host, request.publicKey, state.behavior.validity?.());
  return { body: presentOrder(order), location: order.url };
}

function readStatus({ challenges }: Order): 'pending' | 'valid' | 'invalid' {
  if (challenges.some(({ status }) => status === 'invalid')) return 'invalid';
  return challenges.some(({ status }) => status === 'valid') ? 'valid' : 'pending';
}

function presentAuthorization(order: Order): object {
  const { host, challenges } = order;
  return { identifier: { type: 'dns', value: host }, status: readStatus(order), challenges };
}

function presentOrder(order: Order): object {
  const status = { pending: 'pending', invalid: 'invalid', valid: 'ready' }[readStatus(order)];
  return {
    status: order.certificate === undefined ? status : 'valid',
    identifiers: [{ type: 'dns', value: order.host }],
    authorizations: [order.authorization],
    finalize: `${order.url}/finalize`,
    ...(order.certificate === undefined ? {} : { certificate: `${order.url}/certificate` }),
  };
}

function decode(text: string): unknown {
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

function refuse(status: number, type: string, detail: string): never {
  throw new ProblemError(status, type, detail);
}
