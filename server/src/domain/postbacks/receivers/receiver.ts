import type { PostbackHeader } from '@waypost/contract/postbacks/postback-requests.ts';
import type { AttemptOutcome, AttemptVerdict, RetryState } from '../judge-attempt.ts';
import type { PostbackForMacros } from '../postback-macros.ts';

/** A request with all macros replaced, ready to be sent. */
export type ReceiverRequest = {
  method: 'GET' | 'POST';
  url: string;
  /** Headers of the request. Their values can be secrets that only the receiver may see. */
  headers: PostbackHeader[];
  body: string | null;
  /** Text that the response must contain. Null if the status alone decides. */
  successText: string | null;
};

/** Response of a receiver. The body is empty if it did not arrive completely. */
type ReceiverResponse = { status: number; body: string };

/**
 * A kind of system that is notified of conversions. Attribution chooses receivers and queues their requests without
 * knowing their kinds. To add a kind, implement this type, list it in `receivers.ts` and choose it in
 * `choose-postbacks.ts`.
 */
export type Receiver<Settings> = {
  /** Returns undefined if the settings do not result in a valid request. */
  buildRequest: (settings: Settings, postback: PostbackForMacros) => ReceiverRequest | undefined;
  /** Returns an error code if the body shows that a request with a successful status was not accepted. */
  judgeResponse: (
    response: ReceiverResponse,
    request: Pick<ReceiverRequest, 'successText'>,
  ) => string | undefined;
  /** Decides whether an attempt is delivered, failed, or retried after a delay. */
  decideRetry: (outcome: AttemptOutcome, state: RetryState) => AttemptVerdict;
};
