import type { DryRunResult } from '@waypost/contract/dry-runs.ts';
import { makeWorkspaceTurns } from '../../store/database/workspace-turns.ts';
import type { WorkspaceContext } from '../context.ts';
import { runDryRun } from '../rotators/dry-runs/run-dry-run.ts';

// Deciding about visits keeps a processor busy: a workspace has one such run at a time, and others wait for it.
const turns = makeWorkspaceTurns(1, 10_000);

/** Runs rules over recorded visits while the caller waits. Writes nothing. */
export async function dryRunRules(
  context: WorkspaceContext & { signal: AbortSignal },
  rotatorId: string,
  input: { draft?: unknown; days: number; sample: number },
): Promise<DryRunResult> {
  const { signal } = context;
  return await turns.take(context.workspaceId, () => runDryRun(context, rotatorId, input, { signal }));
}
