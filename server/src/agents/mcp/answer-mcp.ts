import { Readable } from 'node:stream';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { once } from '../../platform/once.ts';
import { tryAgainIn } from '../../platform/try-again-in.ts';
import { agentScope, authenticateAgent, type AgentCaller } from '../../services/agents/authenticate-agent.ts';
import type { AgentReading } from '../../services/agents/reading.ts';
import type { ServiceContext } from '../../services/context.ts';
import { paths, resourceOf } from '../endpoints.ts';
import { buildMcpServer, type McpCall } from './build-mcp-server.ts';

export type McpOptions = {
  context: ServiceContext;
  reading: AgentReading;
  /** Counts the messages against the rate limit. Returns the number of seconds to wait if the limit is exceeded. */
  takeRate: (connectionId: string, messages: number) => Promise<number | undefined>;
};

/**
 * Answers a request to the MCP endpoint after checking, in this order, the token, the subscription, batch support and
 * the rate limit.
 */
export async function answerMcp(
  options: McpOptions,
  issuer: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store');
  const token = /^Bearer +([\w~+/.-]+=*) *$/i.exec(request.headers.authorization ?? '')?.[1];
  const caller =
    token === undefined ? undefined : await authenticateAgent(options.context, token, resourceOf(issuer));
  if (caller === undefined || caller === 'scope-missing') return challenge(reply, issuer, token, caller);
  const batch = countBatch(request.body);
  if (batch !== undefined && !hasBatches(request.headers['mcp-protocol-version'])) return refuseBatch(reply);
  const wait = await options.takeRate(caller.actor.id, Math.max(1, batch ?? 1));
  if (wait !== undefined)
    throw new WaypostError('RATE_LIMITED', `Too many requests. ${tryAgainIn(wait)}`, {
      details: { reason: 'too-many-requests', retryAfter: wait },
    });
  const { context, reading } = options;
  const onFailure = (error: unknown) => request.log.error({ err: error }, 'agent tool call failed');
  const call: McpCall = {
    caller,
    reading,
    panelUrl: issuer,
    audit: context,
    address: request.ip,
    onFailure,
  };
  return await forwardToSdk(call, issuer, request, reply);
}

function countBatch(body: unknown): number | undefined {
  if (!Buffer.isBuffer(body) || !/^\s*\[/.test(body.toString('utf8', 0, 1_000))) return undefined;
  try {
    return (JSON.parse(body.toString()) as unknown[]).length;
  } catch {
    return undefined;
  }
}

// Batches were removed from the protocol in revision 2025-06-18. Some clients that use an earlier revision do not say
// which one.
function hasBatches(revision: string | string[] | undefined): boolean {
  return revision === undefined || String(revision) < '2025-06-18';
}

function refuseBatch(reply: FastifyReply): FastifyReply {
  const message = 'This protocol version does not support JSON-RPC batches. Send one message per request.';
  return reply.status(400).send({ jsonrpc: '2.0', id: null, error: { code: -32_600, message } });
}

/** Rejects the request and tells the client where to get a token (RFC 9728). */
function challenge(
  reply: FastifyReply,
  issuer: string,
  token: string | undefined,
  caller: AgentCaller | 'scope-missing' | undefined,
): FastifyReply {
  const error = caller === 'scope-missing' ? 'insufficient_scope' : 'invalid_token';
  const parts = [
    ...(token === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${issuer}${paths.resourceMetadata}${paths.mcp}"`,
    `scope="${agentScope}"`,
  ];
  return reply
    .status(caller === 'scope-missing' ? 403 : 401)
    .header('www-authenticate', `Bearer ${parts.join(', ')}`)
    .send({
      error,
      error_description: 'A token from the authorization server of this resource is required.',
    });
}

const loadHandler = once(async (): Promise<McpHttpHandler> => {
  const sdk = await import('@modelcontextprotocol/server');
  return sdk.createMcpHandler(
    ({ authInfo }) => buildMcpServer(sdk, authInfo?.extra?.['call'] as McpCall),
    // Tools and prompts never change during a connection, so there is nothing that clients could subscribe to.
    { maxSubscriptions: 0 },
  );
});

async function forwardToSdk(
  call: McpCall,
  issuer: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (
      typeof value === 'string' &&
      !/^(?:authorization|cookie|connection|content-length|transfer-encoding)$/.test(name)
    )
      headers.set(name, value);
  const disconnected = new AbortController();
  reply.raw.on('close', () => disconnected.abort());
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : undefined;
  const forwarded = new Request(new URL(request.url, issuer), {
    method: request.method,
    headers,
    signal: disconnected.signal,
    ...(body === undefined ? {} : { body }),
  });
  const authInfo = { token: '', clientId: call.caller.client.id, scopes: [agentScope], extra: { call } };
  const answer = await (await loadHandler()).fetch(forwarded, { authInfo });
  void reply.status(answer.status);
  for (const [name, value] of answer.headers) if (name !== 'content-length') void reply.header(name, value);
  return reply.send(answer.body === null ? undefined : Readable.fromWeb(answer.body as never));
}
