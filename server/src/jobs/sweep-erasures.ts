import type { ServiceContext } from '../services/context.ts';
import { sweepErasures } from '../services/erasures/sweep-erasures.ts';
import type { Job } from './queue.ts';

export function sweepErasuresJob(context: ServiceContext): Job {
  return {
    name: 'sweep-erasures',
    cron: '* * * * *',
    run: async () => void (await sweepErasures(context)),
  };
}
