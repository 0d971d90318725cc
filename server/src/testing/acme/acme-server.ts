import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  isBound,
  ProblemError,
  readMessage,
  refuse,
  type Account,
  type Message,
  type Problem,
} from './acme-messages.ts';
import { checkChallenge, type ChallengePorts } from './check-challenge.ts';
import { readCertificateRequest } from './read-request.ts';
import { createTestAuthority, type TestAuthority } from './test-authority.ts';

type Challenge = { type: string; url: string; token: string; status: string; error?: object };
type Order = {
  url: string;
  account: Account;
  host: string;
  authorization: string;
  challenges: Challenge[];
  certificate?: string;
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

// Certificate authority for tests that behaves as RFC 8555 requires: it verifies signatures and nonces, connects to the
// challenged host and checks the certificate request.
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

function createOrder(state: AcmeState, account: Account, { payload }: Message): Answer {
  const [identifier] = (payload?.['identifiers'] ?? []) as { type: string; value: string }[];
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
    void finishChallenge(state, order, challenge);
  }
  return { body: challenge };
}

async function finishChallenge(
  state: AcmeState,
  { host, account }: Order,
  challenge: Challenge,
): Promise<void> {
  const { type, token } = challenge;
  const expected = { token, keyAuthorization: `${token}.${account.thumbprint}` };
  const why = await checkChallenge(type, host, expected, state.ports);
  challenge.status = why === undefined ? 'valid' : 'invalid';
  if (why === undefined) return;
  challenge.error = { type: 'urn:ietf:params:acme:error:unauthorized', detail: `${host}: ${why}` };
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
