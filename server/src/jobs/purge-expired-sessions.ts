import { purgeExpiredSessions } from '../services/accounts/sessions.ts';
import type { ServiceContext } from '../services/context.ts';
import type { Job } from './queue.ts';

export function purgeExpiredSessionsJob(context: ServiceContext): Job {
  return {
    name: 'purge-expired-sessions',
    cron: '17 * * * *',
    run: async () => void (await purgeExpiredSessions(context)),
  };
}
