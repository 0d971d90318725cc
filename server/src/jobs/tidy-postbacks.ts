import type { ServiceContext } from '../services/context.ts';
import { tidyPostbacks } from '../services/postbacks/postbacks.ts';
import type { Job } from './queue.ts';

export function tidyPostbacksJob(context: ServiceContext): Job {
  return {
    name: 'tidy-postbacks',
    cron: '41 * * * *',
    run: async () => void (await tidyPostbacks(context)),
  };
}
