import { createHash } from 'node:crypto';
import { WaypostError } from '../../platform/errors.ts';
import {
  findStoredResponse,
  saveResponse,
  lockIdempotencyKey,
} from '../../store/accounts/idempotent-responses.ts';
import { createWorkspaceLimiter } from '../../store/database/workspace-limiter.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { z } from 'zod';
import type { PersonActor } from './account-context.ts';
import { answersKeptMs } from './sessions.ts';

const retryAfter = 2;

export const createRefusals = {
  reused: {
    message: 'This Idempotency-Key was used for a different request. Send a new key.',
    details: { reason: 'idempotency-key-reused' },
  },
  inProgress: {
    message: 'The first request with this Idempotency-Key is still running. Try again shortly.',
    details: { reason: 'in-progress', retryAfter },
  },
  alreadyDone: {
    message: 'This request was already completed. Its response contained a secret that is shown only once.',
    details: { reason: 'already-done' },
  },
};

const header = z.object({
  'Idempotency-Key': z.string().regex(/^[!-~]{1,200}$/, 'must be 1 to 200 visible ASCII characters'),
});

type Create<Context> = {
  key: unknown;
  request: unknown;
  /** True if the response contains a secret that is shown only once. Such a response must not be stored. */
  isSecret: boolean;
  /** True if the work cannot run in the workspace's transaction and therefore uses a separate transaction. */
  isApart: boolean;
  run: (context: Context) => Promise<unknown>;
};

// Requests whose work uses a separate transaction run one at a time, because each request holds a database connection
// while its work waits for more connections.
const apart = createWorkspaceLimiter(1, 10_000);
const sharedKey = 'all workspaces';

/**
 * Implements idempotency keys: repeating a request with the same key within a day returns the first response. The
 * response is stored in the same transaction as the work, so that a crash leaves both or neither, and failed requests
 * can be retried with the same key. For work outside the transaction (traffic store, mail, passwords), the response is
 * stored right after the work finishes. If the process crashes in between, a retry repeats the work, which all of these
 * operations tolerate.
 */
export async function createOnce<Context extends WorkspaceContext & { actor: PersonActor }>(
  context: Context,
  create: Create<Context>,
): Promise<unknown> {
  return create.isApart
    ? await apart.take(sharedKey, () => createLocked(context, create))
    : await createLocked(context, create);
}

async function createLocked<Context extends WorkspaceContext & { actor: PersonActor }>(
  context: Context,
  { key: given, request, isSecret, isApart, run }: Create<Context>,
): Promise<unknown> {
  const { 'Idempotency-Key': key } = parseInput(header, { 'Idempotency-Key': given });
  const scope = { workspaceId: context.workspaceId, userId: context.actor.id, key };
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest();
  return await inWorkspace(context, async (transaction) => {
    if (!(await lockIdempotencyKey(transaction, scope))) throw refusal('inProgress');
    const now = context.now();
    const stored = await findStoredResponse(transaction, scope, new Date(now.getTime() - answersKeptMs));
    if (stored !== undefined) {
      if (!stored.requestHash.equals(requestHash)) throw refusal('reused');
      if (stored.answer === null) throw refusal('alreadyDone');
      return stored.answer.data;
    }
    const data = await run(isApart ? context : { ...context, transaction });
    await saveResponse(transaction, scope, { requestHash, answer: isSecret ? null : { data } }, now);
    return data;
  });
}

function refusal(why: keyof typeof createRefusals): WaypostError {
  const { message, details } = createRefusals[why];
  return new WaypostError('CONFLICT', message, { details });
}
