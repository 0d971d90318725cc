import { newSourceWithTokens } from '@waypost/contract/traffic-sources.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { createTrafficSource } from './create-traffic-source.ts';
import { updateTrafficSource } from './update-traffic-source.ts';

/** A new source with its tokens, which the public interface knows nothing of. Both or neither. */
export async function addTrafficSource(context: WorkspaceContext, input: unknown): Promise<{ id: string }> {
  const { tokens, ...source } = parseInput(newSourceWithTokens, input);
  return await inWorkspace(context, async (transaction) => {
    const within = { ...context, transaction };
    const created = await createTrafficSource(within, source);
    if (tokens !== undefined && tokens !== null) await updateTrafficSource(within, created.id, { tokens });
    return created;
  });
}
