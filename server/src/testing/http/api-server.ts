import type { FastifyInstance } from 'fastify';
import { buildServer } from '../../http/build-server.ts';
import { panelDownloads } from '../../http/panel-api/downloads.ts';
import { servedPathOf, type PanelAccess } from '../../http/panel-api/operation.ts';
import { panelOperations } from '../../http/panel-api/operations/index.ts';
import { createLogger } from '../../platform/logger.ts';
import { authenticateSession, makeSessionLookup } from '../../services/accounts/authenticate-session.ts';
import type {
  AccountTools,
  DomainChecks,
  InstallationTools,
  ServiceContext,
} from '../../services/context.ts';
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
  /** The envelope, whichever of the two it is. */
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
  /** As the panel asks, in a browser that holds the session. */
  ask: (request: PanelRequest) => Promise<ApiAnswer & { headers: Headers }>;
  /** Where such a request goes, for tests that send it themselves. */
  addressOf: (request: PlacedRequest) => Promise<string>;
};

type PlacedRequest = {
  session: string | undefined;
  method: string;
  /** As its operation has it: the workspace is put before it where one is needed. */
  path: string;
  /** Where it is not the one that the session was used in last. */
  workspaceId?: string;
};

type PanelRequest = PlacedRequest & {
  body?: unknown;
  /** The request of an agent that the browser was sent with. */
  agentRequest?: string;
  /** In place of what a browser says about where the request comes from. */
  headers?: Record<string, string>;
};

type ApiServerOptions = {
  /** In place of the traffic of the suite. */
  traffic?: TrafficStore;
  domainChecks?: DomainChecks;
  ownHosts?: string[];
  accounts?: AccountTools;
  publicOrigin?: string;
  /** In place of no limit. */
  takeRate?: PanelAccess['takeRate'];
  /** What agents read with, where it is not the same. */
  readDatabase?: Database;
  /** Limits calls of agents; without it there is no limit. */
  agentRate?: { perMinute: number; burst: number };
  /** In place of one that answers OK to everybody. */
  outbound?: OutboundClient;
};

const answersOk: OutboundClient = {
  send: () =>
    Promise.resolve({ kind: 'answered', status: 200, headers: {}, body: 'OK', durationMs: 1 } as never),
  counts: () => ({ calls: 0, idleConnections: 0 }),
  close: () => undefined,
};

/** An installation of which nobody can say how it does. */
export const testInstallation: InstallationTools = {
  version: '0.0.0',
  trafficStore: 'postgres',
  hasPublicUrl: false,
  secureHosts: [],
  readStatus: () => Promise.resolve(undefined),
  readDisk: () => Promise.resolve(undefined),
  readLastBackup: () => Promise.resolve(undefined),
  readRestarts: () => undefined,
};

/** Click ids of tests are made with these. */
export const testSecrets = {
  cookieSecret: 'cookie secret of tests',
  sessionSecret: 'session secret of tests',
};

/** The API's whole HTTP side over a database of the test, without a process or a socket of its own. */
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
  const { accounts = new TestAccounts().tools, domainChecks } = options;
  const { outbound = answersOk } = options;
  const shared = { database, now: () => new Date(), ...tools };
  const base = { ...shared, accounts, outbound, ...(domainChecks === undefined ? {} : { domainChecks }) };
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
    ask: async (request) => await askPanel(server, request, await placeRequest(base, request)),
    addressOf: (request) => placeRequest(base, request),
  };
}

function connectTestAgents(
  context: Omit<ServiceContext, 'actor'>,
  { readDatabase = context.database, publicOrigin: publicUrl, agentRate }: ApiServerOptions,
) {
  const settings = { ...testSecrets, publicUrl, rate: agentRate ?? { perMinute: 0, burst: 0 } };
  return connectAgents({ context, readDatabase, settings });
}

/** Where the request goes: what needs a workspace stands below one. */
async function placeRequest(
  base: Pick<ServiceContext, 'database' | 'now'>,
  { session, method, path, workspaceId }: PlacedRequest,
): Promise<string> {
  const [address = ''] = path.split('?');
  const served = [...panelOperations, ...panelDownloads].filter((one) => matches(one.path, address));
  const operation = served.find((one) => one.method === method) ?? served[0];
  if (operation === undefined || servedPathOf(operation) === operation.path) return `/panel/api${path}`;
  return `/panel/api/workspaces/${workspaceId ?? (await findWorkspace(base, session))}${path}`;
}

/** The workspace that the session was used in last, which is its only one in most tests. */
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
  const answer = await server.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json(), raw: answer.body };
}

async function askPanel(
  server: FastifyInstance,
  { session, method, body, agentRequest, headers = { 'sec-fetch-site': 'same-origin' } }: PanelRequest,
  url: string,
): Promise<ApiAnswer & { headers: Headers }> {
  const agentCookie = agentRequest === undefined ? '' : `; waypost-agent=${agentRequest}`;
  const answer = await server.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(session === undefined ? {} : { cookie: `waypost=${session}${agentCookie}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  requireReason(answer.statusCode, answer.body);
  return {
    status: answer.statusCode,
    headers: new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    body: answer.body === '' ? { ok: false } : answer.json(),
    raw: answer.body,
  };
}
