import { parse as parseForm } from 'node:querystring';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../platform/errors.ts';
import { parseJson } from '../platform/parse-json.ts';
import { authorizationLimits, registrationLimits, takeAttempt } from '../services/accounts/limit-attempts.ts';
import { agentScope } from '../services/agents/authenticate-agent.ts';
import type { AgentTools, ServiceContext } from '../services/context.ts';
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
  refuseForeignPage,
  resourceOf,
} from './places.ts';

type AgentsOptions = {
  /** For records of the authorization server and lines of the audit log. */
  context: ServiceContext;
  /** How the panel is reached, where the operator has said it. */
  publicOrigin: string | undefined;
  cookieKey: string;
  clientIdKey: Uint8Array;
  /** What tools read with; it cannot write. */
  reading: McpOptions['reading'];
  takeRate: McpOptions['takeRate'];
};

const bodyBytesMax = 64 * 1024;

/** The connection for agents: its paths for the server, and what the panel's API needs for the consent of people. */
export function provideAgents(options: AgentsOptions): {
  serve: (server: FastifyInstance) => Promise<void>;
  tools: AgentTools;
} {
  const providers = new Providers(options);
  return {
    serve: async (server) => await server.register((scope) => addRoutes(scope, options, providers)),
    tools: {
      // Requests are kept in the database: whichever issuer it is asked of, it is the same one.
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
  // Bodies are read by whoever answers.
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
      refuseForeignPage(request.headers.origin, issuer);
      return await answerMcp(options, issuer, request, reply);
    },
  });
  const pass: Pass = async (request, reply, change = {}) => {
    const issuer = issuerOf(request);
    const callback = await providers.callbackFor(issuer);
    await rotations.run({ from: null }, () => passOn(request, reply, issuer, { callback, ...change }));
  };
  await server.register((scope, _, done) => {
    addOauthRoutes(scope, options.context, pass, issuerOf);
    done();
  });
}

type Pass = (request: FastifyRequest, reply: FastifyReply, change?: Change) => Promise<void>;

function addOauthRoutes(
  server: FastifyInstance,
  context: ServiceContext,
  pass: Pass,
  issuerOf: (request: FastifyRequest) => string,
): void {
  server.setErrorHandler(sendOauthError);
  server.addHook('preHandler', async ({ body, routeOptions }) => {
    if (routeOptions.url !== paths.register) refuseUnstorableText(readForm(body));
  });
  server.get(paths.authorize, async (request, reply) => {
    await takeAttempt(context, authorizationLimits(request.ip));
    await pass(request, reply, { url: withFixedParameters(request.url) });
  });
  server.get(`${paths.authorize}/:uid`, (request, reply) => pass(request, reply));
  server.post(paths.token, async (request, reply) => {
    if (isForOtherResource(request.body, resourceOf(issuerOf(request)))) return await sendTargetError(reply);
    return await pass(request, reply);
  });
  server.post(paths.revoke, (request, reply) => pass(request, reply));
  server.post(paths.register, async (request, reply) => {
    const given = readJson(request.body);
    refuseUnstorableText(given);
    const registration = readRegistration(given);
    await takeAttempt(context, registrationLimits(request.ip));
    await pass(request, reply, { body: Buffer.from(JSON.stringify(describeClient(registration))) });
  });
}

/** The library would look at it only after it has consumed the code or the refresh token. */
function isForOtherResource(body: unknown, resource: string): boolean {
  const asked = new URLSearchParams(String(body)).getAll('resource');
  return asked.some((target) => target !== '' && target !== resource);
}

function sendTargetError(reply: FastifyReply): FastifyReply {
  return reply
    .status(400)
    .header('cache-control', 'no-store')
    .send({ error: 'invalid_target', error_description: 'the resource is not the one of this server' });
}

/** Refusals of ours in the words of the standard; what went wrong otherwise is told as everywhere. */
function sendOauthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof WaypostError) || error.status >= 500) throw error;
  const { retryAfter } = error.details;
  if (typeof retryAfter === 'number') void reply.header('retry-after', retryAfter);
  const isMetadata = error.code === 'VALIDATION_FAILED' && request.routeOptions.url === paths.register;
  const word = isMetadata ? 'invalid_client_metadata' : 'invalid_request';
  return reply
    .status(error.status)
    .header('cache-control', 'no-store')
    .send({ error: word, error_description: error.message });
}

function sendMetadata(reply: FastifyReply, document: Record<string, unknown>): FastifyReply {
  // Anybody may read it: it says nothing that the address does not.
  return reply
    .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
    .send(document);
}

/**
 * There is one scope: a request for none, or for more, is a request for that one, and the answer says so. Of response
 * modes only that of the metadata is offered; the library would take more, but refuses names that it does not know.
 */
function withFixedParameters(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const search = new URLSearchParams(query);
  search.set('scope', agentScope);
  if (search.getAll('response_mode').some((mode) => mode !== 'query'))
    search.set('response_mode', 'unsupported');
  return `${path}?${search.toString()}`;
}

function readJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) throw new WaypostError('VALIDATION_FAILED', 'the registration must be JSON');
  return parseJson(body);
}

function readForm(body: unknown): unknown {
  return Buffer.isBuffer(body) ? parseForm(body.toString()) : {};
}

type Change = { url?: string; body?: Buffer };
type Callback = Awaited<ReturnType<Providers['callbackFor']>>;

/**
 * Hands a request on to the library, as if it had come to the issuer's own address, whatever a proxy said. The panel's
 * cookies stay here: the library is given its own only.
 */
async function passOn(
  request: FastifyRequest,
  reply: FastifyReply,
  issuer: string,
  { callback, url = request.url, body }: Change & { callback: Callback },
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
  const passed = Object.assign(stream, {
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
  await callback(passed as unknown as FastifyRequest['raw'], reply.raw);
}
