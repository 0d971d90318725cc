import { sealPlainHeaders } from '../../store/records/plain-headers.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

const atATime = 200;

/** Seals values of headers that an earlier version saved in plain text. Without the key they stay as they are. */
export async function sealHeaders(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'postbacks.run');
  let sealed = 0;
  for (let some = atATime; some >= atATime; sealed += some)
    some = await asSystem(context, async (executor) =>
      executor.seals.hasKey ? await sealPlainHeaders(executor, atATime) : 0,
    );
  return sealed;
}
