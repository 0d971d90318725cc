import { purgeInbox } from '../services/attribution/purge-inbox.ts';
import type { ServiceContext } from '../services/context.ts';
import type { Job } from './queue.ts';

export function purgeInboxJob(context: ServiceContext): Job {
  return {
    name: 'purge-inbox',
    cron: '23 * * * *',
    run: async () => void (await purgeInbox(context)),
  };
}
