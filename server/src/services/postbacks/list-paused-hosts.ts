import type { PausedHosts } from '@waypost/contract/postbacks.ts';
import { listPausedHosts as listHosts } from '../../store/postback-hosts.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** Receivers of this workspace that are left alone for a while, or were and have not answered since. */
export async function listPausedHosts(context: WorkspaceContext): Promise<PausedHosts> {
  requirePermission(context.actor, 'postbacks.read');
  const rows = await readInWorkspace(context, 'list', (executor) => listHosts(executor, context.workspaceId));
  const hosts = rows.map(({ origin, failures, lastError, waiting, ...moments }) => ({
    origin,
    reason: lastError,
    failures,
    failingSince: moments.failingSince.toISOString(),
    pausedAt: moments.pausedAt.toISOString(),
    pausedUntil: moments.pausedUntil.toISOString(),
    waiting,
  }));
  return { hosts };
}
