import type { Duplex } from 'node:stream';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { WaypostError } from '../platform/errors.ts';
import type { Readiness } from '../platform/health.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { once } from '../platform/once.ts';
import { readinessStatus } from '../platform/status-server.ts';
import { version } from '../platform/version.ts';
import { refuseUnstorableText } from '../services/refuse-unstorable-text.ts';
import type { ApiAccess } from './api-v1/authorize-request.ts';
import { operations } from './api-v1/operations/index.ts';
import { registerApi } from './api-v1/routes.ts';
import { serveDocs } from './docs/serve-docs.ts';
import { serveDomainCheck } from './domain-check.ts';
import { buildErrorEnvelope, sendError } from './error-handler.ts';
import { buildOpenApiDocument, buildPanelDocument } from './openapi/build-document.ts';
import type { PanelAccess } from './panel-api/operation.ts';
import { panelDownloads } from './panel-api/downloads.ts';
import { panelOperations } from './panel-api/operations/index.ts';
import { registerPanelApi } from './panel-api/routes.ts';
import { servePanel } from './panel.ts';
import { compressAnswers } from './plugins/compress.ts';
import { serveSharedReports } from './shared-reports/serve-shared-reports.ts';

export type ServerOptions = {
  access: ApiAccess;
  panel: PanelAccess & {
    /** Hosts of the installation, in addition to the domains of its workspaces. */
    ownHosts: readonly string[];
  };
  logger: Logger;
  readiness: () => Readiness;
  panelDirectory: string;
  serveAgents?: (server: FastifyInstance) => Promise<void>;
  trustedProxies?: string[];
};

const bodyBytesMax = 256 * 1024;
const headerBytesMax = 512 * 1024;

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.logger;
  const server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newId(),
    requestIdHeader: false,
    bodyLimit: bodyBytesMax,
    exposeHeadRoutes: false,
    // X-Forwarded-For is read from the right, up to the first address that is not trusted.
    trustProxy:
      options.trustedProxies === undefined || options.trustedProxies.length === 0
        ? false
        : options.trustedProxies,
    // Accepts path parameters of any length, so that a malformed ID gets a 404 after authorization, like any other ID
    // that does not exist.
    routerOptions: { maxParamLength: headerBytesMax },
    rewriteUrl: ({ url = '/' }) => readablePath(url),
    // Requests that were received before the shutdown are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // By default, Node itself rejects a request without a Host header, in a response without our error envelope.
    http: { maxHeaderSize: headerBytesMax, requireHostHeader: false },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      void sendError(error, request, reply);
    },
    clientErrorHandler: answerUnparsable,
  });
  // Without these listeners, Node would answer CONNECT requests and unsupported Expect headers itself, without our
  // error envelope.
  server.server.on('checkExpectation', (_, response) => answerUnparsable(undefined, response.socket));
  server.server.on('connect', (_, socket) => answerUnparsable(undefined, socket));
  server.setErrorHandler(sendError);
  const safety = safetyHeaders(options.panel.publicOrigin);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(safety);
    requireOneHost(request.raw);
  });
  server.addHook('preHandler', async (request) => refuseUnstorableInput(request));
  compressAnswers(server);
  server.addHook('onResponse', async (request, reply) => logRequest(request, reply));
  server.get('/healthz', () => ({ status: 'alive', version }));
  server.get('/readyz', async (_, reply) => {
    const readiness = options.readiness();
    return await reply.status(readinessStatus(readiness)).send(readiness);
  });
  await serveApis(server, options);
  const openPanel = await servePanel(server, options.panelDirectory, options.panel.base.trackingUrl);
  server.setNotFoundHandler(
    async (request, reply) =>
      await (openPanel(request, reply) ??
        sendError(new WaypostError('NOT_FOUND', 'Page not found'), request, reply)),
  );
  return server;
}

/**
 * Returns the security headers. HSTS does not include subdomains, because tracking domains may be subdomains, and
 * whether they use HTTPS is the operator's decision.
 */
function safetyHeaders(publicOrigin: string | undefined): Record<string, string> {
  const isSecure = publicOrigin?.startsWith('https:') === true;
  return {
    'x-content-type-options': 'nosniff',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/**
 * Rejects requests with several Host headers. Node uses the first header, while a proxy may use the second, so checking
 * only one of them would not be safe.
 */
function requireOneHost({ rawHeaders }: FastifyRequest['raw']): void {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 0) throw new WaypostError('VALIDATION_FAILED', 'The request has no Host header');
  if (hosts > 1) throw new WaypostError('VALIDATION_FAILED', 'The request has more than one Host header');
}

/**
 * Rejects input that the database cannot store, for every route of both APIs and OAuth. Raw bodies are checked where
 * they are read.
 */
function refuseUnstorableInput({ query, body }: FastifyRequest): void {
  refuseUnstorableText(query);
  if (!Buffer.isBuffer(body)) refuseUnstorableText(body);
}

async function serveApis(
  server: FastifyInstance,
  { access, panel, serveAgents }: ServerOptions,
): Promise<void> {
  // The documents are built on first use, because few clients read them and building them takes a quarter of the
  // startup time.
  const description = once(() => buildOpenApiDocument(operations));
  const panelDescription = once(() => buildPanelDocument([...panelOperations, ...panelDownloads]));
  server.get('/openapi.json', () => description());
  server.get('/panel/openapi.json', () => panelDescription());
  serveDocs(server, description, panel.publicOrigin);
  serveSharedReports(server, panel.base);
  serveDomainCheck(server, { context: panel.base, ownHosts: panel.ownHosts });
  await server.register(registerApi(access), { prefix: '/api/v1' });
  await server.register(registerPanelApi(panel), { prefix: '/panel/api' });
  await serveAgents?.(server);
}

// The path of a share link contains its token.
const sharedToken = /^(\/shared\/)[^/]+/;

/** Logs the path without the query and tokens, which are secrets. Health checks are logged at debug level. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const path = (request.url.split('?', 1)[0] ?? '').replace(sharedToken, '$1…');
  const level = path === '/healthz' || path === '/readyz' ? 'debug' : 'info';
  const { method } = request;
  request.log[level](
    { method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
    'request',
  );
}

/** Escapes a path with invalid percent-encoding, so that it is treated as literal text. */
function readablePath(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + (end < 0 ? '' : url.slice(end));
  }
}

/** Sends the error envelope for requests that Node's parser rejects, because they never reach Fastify. */
function answerUnparsable(_: Error | undefined, socket: Duplex | null): void {
  if (socket?.writable !== true) return;
  const requestId = newId();
  const body = JSON.stringify(
    buildErrorEnvelope(new WaypostError('VALIDATION_FAILED', 'The request is malformed'), requestId),
  );
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nx-content-type-options: nosniff\r\nx-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
