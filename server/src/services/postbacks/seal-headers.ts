import { sealStoredHeaders } from '../../store/records/unsealed-headers.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

const batchSize = 200;

/** Encrypts header values that an earlier version stored in plain text. Does nothing without an encryption key. */
export async function sealHeaders(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'postbacks.run');
  let sealed = 0;
  for (let count = batchSize; count >= batchSize; sealed += count)
    count = await asSystem(context, async (executor) =>
      executor.seals.hasKey ? await sealStoredHeaders(executor, batchSize) : 0,
    );
  return sealed;
}
