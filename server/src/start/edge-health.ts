import { judgeReadiness, type CheckState, type Readiness } from '../platform/health.ts';

/** What an edge is asked about itself; undefined is well, a sentence is not. None of it keeps visitors from being served. */
export type EdgeChecks = Record<string, () => string | undefined>;

/** Judged when somebody asks; since when is known because somebody asks every second. */
export function edgeReadiness(
  checks: EdgeChecks,
  onChange: (name: string, message: string | undefined) => void,
): () => Readiness {
  const states = new Map<string, CheckState>();
  return () => {
    for (const [name, check] of Object.entries(checks)) {
      const message = check();
      const ok = message === undefined;
      const before = states.get(name);
      if (before === undefined ? !ok : before.ok !== ok) onChange(name, message);
      const since = before?.ok === ok ? before.since : new Date().toISOString();
      states.set(name, { name, ok, essential: false, since, ...(ok ? {} : { message }) });
    }
    return judgeReadiness([...states.values()]);
  };
}
