import type { DryRunResult } from '@waypost/contract/rotators/dry-runs.ts';
import { createWorkspaceLimiter } from '../../store/database/workspace-limiter.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { runDryRun } from '../rotators/dry-runs/run-dry-run.ts';

// Routing visits keeps a CPU core busy, so each workspace can run only one dry run at a time.
const turns = createWorkspaceLimiter(1, 10_000);

export async function dryRunRules(
  context: WorkspaceContext & { signal: AbortSignal } & WithTraffic,
  rotatorId: string,
  input: { draft?: unknown; days: number; sample: number },
): Promise<DryRunResult> {
  const { signal } = context;
  return await turns.take(context.workspaceId, () => runDryRun(context, rotatorId, input, { signal }));
}
