import type { ServiceContext } from '../services/context.ts';
import { applyRetentionCuts } from '../services/retention/retention.ts';
import type { Job } from './queue.ts';

export function applyRetentionCutsJob(context: ServiceContext): Job {
  return {
    name: 'apply-retention-cuts',
    cron: '41 * * * *',
    run: async () => void (await applyRetentionCuts(context)),
  };
}
