import type { Warning } from '@waypost/contract/warnings.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { findWarnings, type WarnedSubject } from './find-warnings.ts';

type Read<Context, Shown> = {
  type: WarnedSubject;
  id: string;
  /** Checks who asks, and throws where there is no such record. */
  read: (context: Context) => Promise<Shown>;
};

/** Reads a record with its warnings, so that they are seen by whoever opens it, and not only by whoever saved it. */
export async function readWithWarnings<Context extends WorkspaceContext, Shown extends object>(
  context: Context,
  { type, id, read }: Read<Context, Shown>,
): Promise<Shown & { warnings: Warning[] }> {
  return await inSnapshot(context, async (transaction) => {
    const shown = await read({ ...context, transaction });
    return { ...shown, warnings: await findWarnings(transaction, context.workspaceId, { type, id }) };
  });
}
