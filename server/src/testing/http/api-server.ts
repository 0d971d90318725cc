import type { FastifyInstance } from 'fastify';
import { buildServer } from '../../http/build-server.ts';
import { panelDownloads } from '../../http/panel-api/downloads.ts';
import { servedPathOf, type PanelAccess } from '../../http/panel-api/operation.ts';
import { panelOperations } from '../../http/panel-api/operations/index.ts';
import { createLogger } from '../../platform/logger.ts';
import { authenticateSession, makeSessionLookup } from '../../services/accounts/authenticate-session.ts';
import type { AccountTools, DomainChecks, InstallationTools } from '../../services/tools.ts';
import type { ServiceContext } from '../../services/context.ts';
import type { OutboundClient } from '../../services/outbound/create-outbound-client.ts';
import { authenticateKey, makeKeyLookup } from '../../services/keys/authenticate-key.ts';
import { connectAgents } from '../../start/roles/connect-agents.ts';
import { provideEventTools } from '../../start/event-tools.ts';
import type { Database } from '../../store/database/database.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import { makeTemporaryDirectory } from '../temporary-directory.ts';
import { requireReason } from './require-reason.ts';
import { openTestTraffic } from '../traffic/traffic.ts';
import { TestAccounts } from '../workspaces/people.ts';

export type ApiAnswer = {
  status: number;
  body: {
    ok: boolean;
    data?: unknown;
    error?: { code: string; message: string; details: Record<string, unknown> };
  };
  raw: string;
};

export type ApiServer = {
  server: FastifyInstance;
  send: (request: { token: string; method: string; path: string; body?: unknown }) => Promise<ApiAnswer>;
  ask: (request: PanelRequest) => Promise<ApiAnswer & { headers: Headers }>;
  addressOf: (request: AddressedRequest) => Promise<string>;
};

type AddressedRequest = {
  session: string | undefined;
  method: string;
  /** Path of the operation, without the workspace prefix. */
  path: string;
  workspaceId?: string;
};

type PanelRequest = AddressedRequest & {
  body?: unknown;
  /** Value of the cookie that ties the browser to an agent's authorization request. */
  agentRequest?: string;
  headers?: Record<string, string>;
};

type ApiServerOptions = {
  traffic?: TrafficStore;
  domainChecks?: DomainChecks;
  ownHosts?: string[];
  accounts?: AccountTools;
  publicOrigin?: string;
  takeRate?: PanelAccess['takeRate'];
  readDatabase?: Database;
  agentRate?: { perMinute: number; burst: number };
  /** Replaces the default outbound client, which answers every call with 200. */
  outbound?: OutboundClient;
};

const answersOk: OutboundClient = {
  send: () =>
    Promise.resolve({ kind: 'answered', status: 200, headers: {}, body: 'OK', durationMs: 1 } as never),
  counts: () => ({ calls: 0, idleConnections: 0 }),
  close: () => undefined,
};

const noDomainChecks: DomainChecks = {
  target: undefined,
  resolveCname: () => Promise.resolve({ outcome: 'nothing' }),
};

export const testInstallation: InstallationTools = {
  version: '0.0.0',
  trafficStore: 'postgres',
  hasPublicUrl: false,
  secureHosts: [],
  readStatus: () => Promise.resolve(undefined),
  readDisk: () => Promise.resolve(undefined),
  readBackups: () => ({ last: undefined, failure: undefined, nextAt: undefined }),
  readRestarts: () => undefined,
};

export const testSecrets = {
  cookieSecret: 'cookie secret of tests',
  sessionSecret: 'session secret of tests',
};

/** Builds the complete HTTP server over a test database, without a process or a socket. */
export async function makeApiServer(
  database: Database,
  panelDirectory = makeTemporaryDirectory(),
  options: ApiServerOptions = {},
): Promise<ApiServer> {
  const lookup = makeKeyLookup(database);
  const sessions = makeSessionLookup(database);
  const traffic = options.traffic ?? openTestTraffic();
  const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
  const tools = { ...provideEventTools(traffic, testSecrets, logger), installation: testInstallation };
  const { accounts = new TestAccounts().tools, domainChecks = noDomainChecks } = options;
  const { outbound = answersOk } = options;
  const shared = { database, now: () => new Date(), ...tools };
  const base = { ...shared, accounts, outbound, domainChecks };
  const agents = connectTestAgents(base, options);
  const server = await buildServer({
    serveAgents: agents.serve,
    access: {
      authenticateKey: async (token) => ({
        ...(await authenticateKey(lookup, token, new Date())),
        ...shared,
      }),
      authenticateSession: async (token) => {
        const session = await authenticateSession(base, sessions, token);
        return session === undefined ? undefined : { ...base, ...session.caller };
      },
      noteKeyUse: () => undefined,
      takeRate: () => Promise.resolve(undefined),
      publicOrigin: options.publicOrigin,
    },
    panel: {
      authenticateSession: (token, workspaceId) => authenticateSession(base, sessions, token, workspaceId),
      takeRate: options.takeRate ?? (() => Promise.resolve(undefined)),
      publicOrigin: options.publicOrigin,
      base: { ...base, agents: agents.tools },
      ownHosts: options.ownHosts ?? [],
    },
    logger,
    readiness: () => ({ status: 'ready', checks: [] }),
    panelDirectory,
  });
  server.addHook('onClose', () => traffic.close());
  return {
    server,
    send: (request) => sendWithKey(server, request),
    ask: async (request) => await sendAsPanel(server, request, await resolveAddress(base, request)),
    addressOf: (request) => resolveAddress(base, request),
  };
}

function connectTestAgents(
  context: Parameters<typeof connectAgents>[0]['context'],
  { readDatabase = context.database, publicOrigin: publicUrl, agentRate }: ApiServerOptions,
) {
  const settings = { ...testSecrets, publicUrl, rate: agentRate ?? { perMinute: 0, burst: 0 } };
  return connectAgents({ context, readDatabase, settings });
}

async function resolveAddress(
  base: Pick<ServiceContext, 'database' | 'now'>,
  { session, method, path, workspaceId }: AddressedRequest,
): Promise<string> {
  const [address = ''] = path.split('?');
  const served = [...panelOperations, ...panelDownloads].filter((one) => matches(one.path, address));
  const operation = served.find((one) => one.method === method) ?? served[0];
  if (operation === undefined || servedPathOf(operation) === operation.path) return `/panel/api${path}`;
  return `/panel/api/workspaces/${workspaceId ?? (await findWorkspace(base, session))}${path}`;
}

async function findWorkspace(
  base: Pick<ServiceContext, 'database' | 'now'>,
  session: string | undefined,
): Promise<string> {
  const found =
    session === undefined
      ? undefined
      : await authenticateSession(base, makeSessionLookup(base.database), session);
  return found?.caller.workspaceId ?? '00000000-0000-7000-8000-000000000000';
}

function matches(path: string, address: string): boolean {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`).test(address);
}

async function sendWithKey(
  server: FastifyInstance,
  { token, method, path, body }: Parameters<ApiServer['send']>[0],
): Promise<ApiAnswer> {
  const response = await server.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.statusCode, body: response.json(), raw: response.body };
}

async function sendAsPanel(
  server: FastifyInstance,
  { session, method, body, agentRequest, headers = { 'sec-fetch-site': 'same-origin' } }: PanelRequest,
  url: string,
): Promise<ApiAnswer & { headers: Headers }> {
  const agentCookie = agentRequest === undefined ? '' : `; waypost-agent=${agentRequest}`;
  const response = await server.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(session === undefined ? {} : { cookie: `waypost=${session}${agentCookie}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  requireReason(response.statusCode, response.body);
  return {
    status: response.statusCode,
    headers: new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
    body: response.body === '' ? { ok: false } : response.json(),
    raw: response.body,
  };
}
