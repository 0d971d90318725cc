import { hiddenValue } from '@waypost/contract/postback-requests.ts';
import type { AttemptOutcome } from '../../domain/postbacks/judge-attempt.ts';
import type { ClaimedPostback } from '../../store/postbacks/postback-queues.ts';
import type { OutboundClient, OutboundResult } from '../outbound/create-outbound-client.ts';

// Header whose value is the same for all attempts, so that receivers recognize repeated postbacks.
const postbackIdHeader = 'x-waypost-postback-id';

export type SentPostback = AttemptOutcome & {
  job: ClaimedPostback;
  atMs: number;
  durationMs: number;
  response: string;
};

/** Sends a postback. Never throws, because every error is an outcome of the attempt. */
export async function sendPostback(
  client: OutboundClient,
  job: ClaimedPostback,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<SentPostback> {
  const attempt = { job, atMs: nowMs };
  const { durationMs, ...result } = await callReceiver(client, job, signal);
  if (result.kind === 'failed')
    return { ...attempt, durationMs, status: result.status ?? null, error: result.error, response: '' };
  const { status, body, headers } = result;
  return { ...attempt, durationMs, status, error: null, response: body, retryAfter: headers['retry-after'] };
}

type OutboundAnswer = Extract<OutboundResult, { kind: 'answered' }>;
type Failure = Omit<Extract<OutboundResult, { kind: 'failed' }>, 'error'> & { error: string };

type Message = Pick<ClaimedPostback, 'id' | 'url' | 'method' | 'headers' | 'body' | 'workspaceId'>;

export async function callReceiver(
  client: OutboundClient,
  { id, url, method, headers: own, body, workspaceId }: Message,
  signal: AbortSignal,
): Promise<OutboundAnswer | Failure> {
  const headers = {
    ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
    [postbackIdHeader]: id,
  };
  // The encryption key is missing or different in this process, which may be temporary. The placeholder for a hidden
  // value must not be sent.
  if (own.some(({ value }) => value === hiddenValue))
    return { kind: 'failed', error: 'sealed_header', durationMs: 0 };
  const content = body === null ? {} : { body };
  try {
    // Connections are kept open, but they are never shared between workspaces.
    return await client.send({ url, method, headers, ...content, partition: workspaceId, signal });
  } catch {
    // An error here is a bug. It counts as an attempt, so that the postback is not repeated forever.
    return { kind: 'failed', error: 'failure', durationMs: 0 };
  }
}
