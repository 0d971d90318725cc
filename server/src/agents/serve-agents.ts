import { parse as parseForm } from 'node:querystring';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../platform/errors.ts';
import { parseJson } from '../platform/parse-json.ts';
import { authorizationLimits, registrationLimits, takeAttempt } from '../services/accounts/limit-attempts.ts';
import { agentScope } from '../services/agents/authenticate-agent.ts';
import type { AgentTools, WithOutbound } from '../services/tools.ts';
import type { ServiceContext } from '../services/context.ts';
import { refuseUnstorableText } from '../services/refuse-unstorable-text.ts';
import { answerMcp, type McpOptions } from './mcp/answer-mcp.ts';
import { describeClient, readRegistration } from './oauth/client-metadata.ts';
import { findConsentRequest } from './oauth/consent-requests.ts';
import { rotations } from './oauth/postgres-adapter.ts';
import { Providers } from './oauth/providers.ts';
import {
  addressHeader,
  describeResource,
  describeServer,
  issuerFor,
  paths,
  rejectCrossOrigin,
  resourceOf,
} from './endpoints.ts';

type AgentsOptions = {
  context: ServiceContext & WithOutbound;
  publicOrigin: string | undefined;
  cookieKey: string;
  clientIdKey: Uint8Array;
  reading: McpOptions['reading'];
  takeRate: McpOptions['takeRate'];
};

const bodyBytesMax = 64 * 1024;

export function provideAgents(options: AgentsOptions): {
  serve: (server: FastifyInstance) => Promise<void>;
  tools: AgentTools;
} {
  const providers = new Providers(options);
  return {
    serve: async (server) => await server.register((scope) => addRoutes(scope, options, providers)),
    tools: {
      // Authorization requests are stored in the database, so any provider can find them.
      findRequest: async (id) => await findConsentRequest(await providers.any(), id),
    },
  };
}

async function addRoutes(
  server: FastifyInstance,
  options: AgentsOptions,
  providers: Providers,
): Promise<void> {
  const issuerOf = (request: FastifyRequest) => issuerFor(request.headers.host ?? '', options.publicOrigin);
  // The handlers parse request bodies themselves.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_, body, done) =>
    done(null, body),
  );
  for (const path of [paths.resourceMetadata, `${paths.resourceMetadata}${paths.mcp}`])
    server.get(path, (request, reply) => sendMetadata(reply, describeResource(issuerOf(request))));
  for (const path of [paths.serverMetadata, `${paths.serverMetadata}${paths.mcp}`])
    server.get(path, (request, reply) => sendMetadata(reply, describeServer(issuerOf(request))));
  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: paths.mcp,
    handler: async (request, reply) => {
      const issuer = issuerOf(request);
      rejectCrossOrigin(request.headers.origin, issuer);
      return await answerMcp(options, issuer, request, reply);
    },
  });
  const forward: ForwardRequest = async (request, reply, overrides = {}) => {
    const issuer = issuerOf(request);
    const callback = await providers.callbackFor(issuer);
    await rotations.run({ from: null }, () =>
      forwardToProvider(request, reply, issuer, { callback, ...overrides }),
    );
  };
  await server.register((scope, _, done) => {
    addOauthRoutes(scope, options.context, forward, issuerOf);
    done();
  });
}

type ForwardRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  overrides?: RequestOverrides,
) => Promise<void>;

function addOauthRoutes(
  server: FastifyInstance,
  context: ServiceContext,
  forward: ForwardRequest,
  issuerOf: (request: FastifyRequest) => string,
): void {
  server.setErrorHandler(sendOauthError);
  server.addHook('preHandler', async ({ body, routeOptions }) => {
    if (routeOptions.url !== paths.register) refuseUnstorableText(readForm(body));
  });
  server.get(paths.authorize, async (request, reply) => {
    await takeAttempt(context, authorizationLimits(request.ip));
    await forward(request, reply, { url: withFixedParameters(request.url) });
  });
  server.get(`${paths.authorize}/:uid`, (request, reply) => forward(request, reply));
  server.post(paths.token, async (request, reply) => {
    if (isForOtherResource(request.body, resourceOf(issuerOf(request)))) return await sendTargetError(reply);
    return await forward(request, reply);
  });
  server.post(paths.revoke, (request, reply) => forward(request, reply));
  server.post(paths.register, async (request, reply) => {
    const body = readJson(request.body);
    refuseUnstorableText(body);
    const registration = readRegistration(body);
    await takeAttempt(context, registrationLimits(request.ip));
    await forward(request, reply, { body: Buffer.from(JSON.stringify(describeClient(registration))) });
  });
}

// Checks the resource before the library does, because the library consumes the code or refresh token before its check.
function isForOtherResource(body: unknown, resource: string): boolean {
  const requested = new URLSearchParams(String(body)).getAll('resource');
  return requested.some((target) => target !== '' && target !== resource);
}

function sendTargetError(reply: FastifyReply): FastifyReply {
  return reply
    .status(400)
    .header('cache-control', 'no-store')
    .send({ error: 'invalid_target', error_description: 'The resource does not belong to this server' });
}

function sendOauthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof WaypostError) || error.status >= 500) throw error;
  const { retryAfter } = error.details;
  if (typeof retryAfter === 'number') void reply.header('retry-after', retryAfter);
  const isMetadata = error.code === 'VALIDATION_FAILED' && request.routeOptions.url === paths.register;
  const code = isMetadata ? 'invalid_client_metadata' : 'invalid_request';
  return reply
    .status(error.status)
    .header('cache-control', 'no-store')
    .send({ error: code, error_description: error.message });
}

function sendMetadata(reply: FastifyReply, document: Record<string, unknown>): FastifyReply {
  // The metadata is public, because it contains nothing that the server's address does not already reveal.
  return reply
    .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
    .send(document);
}

// There is only one scope. Requests without a scope or with other scopes get this scope, and the response says so. The
// metadata offers only one response mode. The library would accept other modes, so they are replaced with an unknown
// name, which the library rejects.
function withFixedParameters(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const search = new URLSearchParams(query);
  search.set('scope', agentScope);
  if (search.getAll('response_mode').some((mode) => mode !== 'query'))
    search.set('response_mode', 'unsupported');
  return `${path}?${search.toString()}`;
}

function readJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) throw new WaypostError('VALIDATION_FAILED', 'The registration must be JSON');
  return parseJson(body);
}

function readForm(body: unknown): unknown {
  return Buffer.isBuffer(body) ? parseForm(body.toString()) : {};
}

type RequestOverrides = { url?: string; body?: Buffer };
type Callback = Awaited<ReturnType<Providers['callbackFor']>>;

/**
 * Forwards a request to the library as if it were sent to the issuer's address, regardless of proxy headers. The
 * panel's cookies are removed, so that the library receives only its own cookies.
 */
async function forwardToProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  issuer: string,
  { callback, url = request.url, body }: RequestOverrides & { callback: Callback },
): Promise<void> {
  const { protocol, host } = new URL(issuer);
  const {
    'x-forwarded-host': _,
    'x-forwarded-for': __,
    'transfer-encoding': ___,
    authorization: ____,
    ...rest
  } = request.headers;
  const content = body ?? (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
  const stream = Readable.from(content.length === 0 ? [] : [content]);
  const cookies = (rest.cookie ?? '').split(/;\s*/).filter((pair) => /^(?:__Host-)?waypost-agent/.test(pair));
  const forwarded = Object.assign(stream, {
    method: request.method,
    url,
    socket: request.raw.socket,
    httpVersion: request.raw.httpVersion,
    headers: {
      ...rest,
      host,
      cookie: cookies.join('; '),
      'x-forwarded-proto': protocol.slice(0, -1),
      [addressHeader]: request.ip,
      ...(content.length === 0 ? {} : { 'content-length': String(content.length) }),
    },
  });
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.setHeader('referrer-policy', 'no-referrer');
  await callback(forwarded as unknown as FastifyRequest['raw'], reply.raw);
}
