import type { Warning } from '@waypost/contract/campaigns/warnings.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { findWarnings, type WarnedSubject } from './find-warnings.ts';

type Read<Context, Shown> = {
  type: WarnedSubject;
  id: string;
  read: (context: Context) => Promise<Shown>;
};

export async function readWithWarnings<Context extends WorkspaceContext, Shown extends object>(
  context: Context,
  { type, id, read }: Read<Context, Shown>,
): Promise<Shown & { warnings: Warning[] }> {
  return await inSnapshot(context, async (transaction) => {
    const shown = await read({ ...context, transaction });
    return { ...shown, warnings: await findWarnings(transaction, context.workspaceId, { type, id }) };
  });
}
