import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import type { SessionCaller } from '../../services/accounts/authenticate-session.ts';
import { createOnce } from '../../services/accounts/create-once.ts';
import { invalidInput } from '../../services/parse-input.ts';
import { sendPanelError } from '../error-handler.ts';
import { acceptFiles, openFile } from '../plugins/file-body.ts';
import { acceptJsonOnly } from '../plugins/json-body.ts';
import { readQuery, searchOf } from '../plugins/query.ts';
import {
  endSessionCookie,
  readAgentRequest,
  readBrowserToken,
  setBrowserCookie,
  setSessionCookie,
} from '../plugins/session-cookie.ts';
import { untilClosed } from '../plugins/until-closed.ts';
import { panelDownloads, type PanelDownload } from './downloads.ts';
import { callerOf, authorizePanelRequest, reauthorize } from './authorize-request.ts';
import {
  servedPathOf,
  type FollowingInput,
  type PanelAccess,
  type PanelContext,
  type PanelInput,
  type PanelOperation,
  type SessionResult,
  type VisitorContext,
  type WorkspaceOperation,
} from './operation.ts';
import { panelOperations } from './operations/index.ts';
import { eventStreamType, sendEvents } from './send-events.ts';
import { readBody } from './read-body.ts';
import { readFormat, readHeaderKind, sendFile } from './send-file.ts';

declare module 'fastify' {
  interface FastifyInstance {
    closing: AbortSignal;
  }
}

export function registerPanelApi(access: PanelAccess): (api: FastifyInstance) => Promise<void> {
  return async (api) => {
    acceptJsonOnly(api);
    api.decorateRequest('sessionCaller', undefined);
    api.setErrorHandler(sendPanelError);
    api.addHook('onRequest', authorizePanelRequest(access));
    const closing = new AbortController();
    api.decorate('closing', closing.signal);
    // Open event streams would keep the server from closing.
    api.addHook('preClose', () => {
      closing.abort();
      return Promise.resolve();
    });
    // authorizePanelRequest has already rejected the request. Without a separate handler, paths below this prefix would
    // skip that hook.
    api.setNotFoundHandler(() => {
      throw new WaypostError('NOT_FOUND', 'Endpoint not found');
    });
    for (const operation of panelOperations.filter((one) => !takesFile(one)))
      addRoute(api, operation, access);
    await api.register(async (files) => {
      await acceptFiles(files);
      for (const operation of panelOperations.filter(takesFile)) addRoute(files, operation, access);
    });
    for (const download of panelDownloads) addDownload(api, download, access);
  };
}

function addRoute(api: FastifyInstance, operation: PanelOperation, access: PanelAccess): void {
  api.route({
    method: operation.method,
    url: routeOf(operation),
    config: { panelOperation: operation },
    ...(operation.bodyBytesMax === undefined ? {} : { bodyLimit: operation.bodyBytesMax }),
    handler: async (request, reply) => await answer(operation, access, request, reply),
  });
}

function addDownload(api: FastifyInstance, download: PanelDownload, access: PanelAccess): void {
  api.route({
    method: download.method,
    url: routeOf(download),
    config: { panelOperation: download },
    ...(download.bodyBytesMax === undefined ? {} : { bodyLimit: download.bodyBytesMax }),
    handler: async (request, reply) => {
      const { format, headers: kind, ...query } = readQuery(request, download.query);
      const [wanted, headers] = [readFormat(format), readHeaderKind(kind)];
      const body = readBody(request, download.method === 'POST');
      const content = wanted === 'xlsx' ? ('xlsx' as const) : ('csv' as const);
      const search = searchOf(request);
      const input = { query, body, search, headers, format: content, signal: untilClosed(reply) };
      const file = await download.run(panelContext(request, access), input);
      return await sendFile(request, reply, file, wanted);
    },
  });
}

function takesFile({ fileBytesMax }: PanelOperation): boolean {
  return fileBytesMax !== undefined;
}

function routeOf(served: Pick<PanelOperation, 'access' | 'path'>): string {
  return servedPathOf(served).replaceAll(/\{(\w+)\}/g, ':$1');
}

async function answer(
  operation: PanelOperation,
  access: PanelAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const input = readInput(request, reply, operation);
  void reply.status(operation.status ?? 200);
  if (operation.access === 'anyone') {
    const result = await operation.run(visitorContext(request, access), input);
    return sendWithSession(reply, result, access);
  }
  const context = panelContext(request, access);
  if (operation.access === 'signed-in')
    return sendWithSession(reply, await operation.run(context, input), access);
  if (operation.follow !== undefined && request.headers.accept?.includes(eventStreamType) === true)
    return await sendEvents(
      reply,
      await operation.follow(context, followingInput(operation, access, request, input)),
    );
  return send(reply, await runOnce(operation, context, input, request));
}

/**
 * Runs the operation at most once for each idempotency key. Operations without support for keys reject requests with a
 * key, because a client that sends a key relies on it.
 */
async function runOnce(
  { operationId, once, onceApart, run }: WorkspaceOperation,
  context: PanelContext,
  input: PanelInput,
  { headers }: FastifyRequest,
): Promise<unknown> {
  const key = headers['idempotency-key'];
  if (key === undefined) return await run(context, input);
  if (once === undefined)
    throw invalidInput([{ path: 'Idempotency-Key', message: 'is not supported by this operation' }]);
  const { params, query, body } = input;
  return await createOnce(context, {
    key,
    request: [operationId, params, query, withoutSecrets(body)],
    isSecret: once === 'secret',
    isApart: onceApart === true,
    run: (within) => run(within, input),
  });
}

/** Removes credentials, because they do not identify the request and must not be stored, not even as a hash. */
function withoutSecrets(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { password: _, code: __, ...rest } = body as Record<string, unknown>;
  return rest;
}

function followingInput(
  { access: permission }: WorkspaceOperation,
  access: PanelAccess,
  request: FastifyRequest,
  input: PanelInput,
): FollowingInput {
  const { 'last-event-id': lastEventId } = request.headers;
  return {
    ...input,
    signal: AbortSignal.any([input.signal, request.server.closing]),
    lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
    refresh: async () => {
      const caller = await reauthorize(request, access, permission);
      return caller === undefined ? undefined : contextOf(caller, request, access);
    },
  };
}

function sendWithSession(
  reply: FastifyReply,
  { data, session, browser }: SessionResult,
  { publicOrigin }: PanelAccess,
): FastifyReply {
  if (session === 'end') endSessionCookie(reply, publicOrigin);
  else if (session !== undefined) setSessionCookie(reply, session, publicOrigin);
  const known = browser ?? (session === 'end' ? undefined : session?.browser);
  if (known !== undefined) setBrowserCookie(reply, known, publicOrigin);
  return send(reply, data);
}

function send(reply: FastifyReply, data: unknown): FastifyReply {
  return reply.send({ ok: true, data: data ?? null });
}

function readInput(request: FastifyRequest, reply: FastifyReply, operation: PanelOperation): PanelInput {
  const query = readQuery(request, operation.query);
  const { fileBytesMax } = operation;
  return {
    params: request.params as Record<string, string>,
    query,
    body: fileBytesMax === undefined ? readBody(request, operation.body !== undefined) : undefined,
    openFile: () => openFile(request, fileBytesMax ?? 0),
    search: searchOf(request),
    signal: untilClosed(reply),
  };
}

function panelContext(request: FastifyRequest, access: PanelAccess): PanelContext {
  return contextOf(callerOf(request), request, access);
}

function contextOf(caller: SessionCaller, request: FastifyRequest, access: PanelAccess): PanelContext {
  const origin = originOf(request, access);
  const actor = { ...caller.actor, address: origin.address };
  const agentRequest = readAgentRequest(request, access.publicOrigin);
  return {
    ...access.base,
    ...caller,
    ...origin,
    ...(agentRequest === undefined ? {} : { agentRequest }),
    actor,
  };
}

function visitorContext(request: FastifyRequest, access: PanelAccess): VisitorContext {
  const caller = request.sessionCaller;
  return {
    ...access.base,
    actor: { type: 'system', label: 'panel' },
    ...originOf(request, access),
    ...(caller === undefined ? {} : { caller }),
  };
}

function originOf(
  request: FastifyRequest,
  { publicOrigin }: PanelAccess,
): Pick<VisitorContext, 'address' | 'userAgent' | 'browserToken'> {
  const browserToken = readBrowserToken(request, publicOrigin);
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    ...(browserToken === undefined ? {} : { browserToken }),
  };
}
