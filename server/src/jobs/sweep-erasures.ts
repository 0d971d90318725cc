import type { Logger } from '../platform/logger.ts';
import type { ServiceContext } from '../services/context.ts';
import { sweepErasures } from '../services/erasures/erase-visits.ts';
import type { Job } from './queue.ts';

export function sweepErasuresJob(context: ServiceContext, logger: Logger): Job {
  return {
    name: 'sweep-erasures',
    cron: '* * * * *',
    run: async () => {
      const { erased, problem } = await sweepErasures(context);
      if (problem !== undefined)
        logger.warn({ visits: erased, why: problem }, 'visits could not be erased; it is tried again');
    },
  };
}
