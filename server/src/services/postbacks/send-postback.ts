import { hiddenValue } from '@waypost/contract/postbacks/postback-requests.ts';
import type { AttemptOutcome } from '../../domain/postbacks/judge-attempt.ts';
import type { ReceiverRequest } from '../../domain/postbacks/receivers/receiver.ts';
import { findReceiver } from '../../domain/postbacks/receivers/receivers.ts';
import type { ClaimedPostback } from '../../store/postbacks/postback-queues.ts';
import type { OutboundClient, OutboundResult } from '../outbound/create-outbound-client.ts';

// Header whose value is the same for all attempts, so that receivers recognize repeated postbacks.
const postbackIdHeader = 'x-waypost-postback-id';

type ReceivedResponse = AttemptOutcome & { durationMs: number; response: string };

export type SentPostback = ReceivedResponse & { job: ClaimedPostback; atMs: number };

/** Sends a postback. Never throws, because every error is an outcome of the attempt. */
export async function sendPostback(
  client: OutboundClient,
  job: ClaimedPostback,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<SentPostback> {
  return { job, atMs: nowMs, ...(await callReceiver(client, job, signal)) };
}

type Message = ReceiverRequest & Pick<ClaimedPostback, 'id' | 'workspaceId' | 'receiver'>;

/** Sends a request to a receiver and judges the response according to the receiver's kind. */
export async function callReceiver(
  client: OutboundClient,
  message: Message,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const result = await call(client, message, signal);
  const { durationMs, status = null } = result;
  const response = result.kind === 'answered' ? result.body : '';
  const rejection =
    status === null
      ? undefined
      : findReceiver(message.receiver).judgeResponse({ status, body: response }, message);
  const outcome = { durationMs, status, response, isRejected: rejection !== undefined };
  return result.kind === 'answered'
    ? { ...outcome, error: rejection ?? null, retryAfter: result.headers['retry-after'] }
    : { ...outcome, error: rejection ?? result.error };
}

type Failure = Omit<Extract<OutboundResult, { kind: 'failed' }>, 'error'> & { error: string };

async function call(
  client: OutboundClient,
  { id, url, method, headers: own, body, workspaceId }: Message,
  signal: AbortSignal,
): Promise<Extract<OutboundResult, { kind: 'answered' }> | Failure> {
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
    // An error here is a bug. It counts as an attempt, so that the postback is not retried forever.
    return { kind: 'failed', error: 'failure', durationMs: 0 };
  }
}
