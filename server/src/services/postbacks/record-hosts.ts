import { isHostFailure, judgeHost, type HostTrouble } from '../../domain/postbacks/judge-host.ts';
import type { Executor } from '../../store/database.ts';
import {
  deletePostbackHosts,
  lockPostbackHosts,
  savePostbackHosts,
  type HostKey,
} from '../../store/postback-hosts.ts';
import type { SentPostback } from './send-postback.ts';

/** What these attempts say of their receivers, one after the other. Nothing is written of those that are well. */
export async function recordHosts(executor: Executor, sent: readonly SentPostback[]): Promise<void> {
  const byHost = Map.groupBy(sent, ({ job }) => keyOf(job));
  const keys = [...byHost.values()].flatMap(([first]) => (first === undefined ? [] : [first.job]));
  const known = await lockPostbackHosts(executor, keys);
  const before = new Map<string, HostTrouble>(known.map((host) => [keyOf(host), host]));
  if (before.size === 0 && !sent.some(isHostFailure)) return;
  const saved: (HostKey & HostTrouble)[] = [];
  const well: HostKey[] = [];
  for (const [key, attempts] of byHost) {
    const { workspaceId, origin } = attempts[0]?.job ?? { workspaceId: '', origin: '' };
    const trouble = attempts.reduce<HostTrouble | null>(
      (state, attempt) => judgeHost(state, attempt, Math.round(attempt.atMs + attempt.durationMs)),
      before.get(key) ?? null,
    );
    if (trouble !== null && trouble !== before.get(key)) saved.push({ ...trouble, workspaceId, origin });
    if (trouble === null && before.has(key)) well.push({ workspaceId, origin });
  }
  if (saved.length > 0) await savePostbackHosts(executor, saved);
  if (well.length > 0) await deletePostbackHosts(executor, well);
}

function keyOf({ workspaceId, origin }: HostKey): string {
  return `${workspaceId} ${origin}`;
}
