import type { Readiness } from '../platform/health.ts';
import type { Instance } from './instance.ts';

// Throws if a check of the running instance fails.
export async function readReadiness(instance: Instance): Promise<string> {
  const response = await fetch(`${instance.urls?.status}/readyz`, { signal: AbortSignal.timeout(5_000) });
  const readiness = (await response.json()) as Readiness;
  const failed = readiness.checks
    .filter((one) => !one.ok)
    .map((one) => `${one.name} ${one.message ?? 'fails'} since ${one.since}`);
  if (failed.length > 0) throw new Error(failed.join('; '));
  return `process ${instance.process.pid} serves ${instance.urls?.panel}, all checks pass`;
}
