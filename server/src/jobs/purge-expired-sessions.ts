import type { ServiceContext } from '../services/context.ts';
import { purgeExpiredSessions } from '../services/sessions/purge-expired-sessions.ts';
import type { Job } from './queue.ts';

export function purgeExpiredSessionsJob(context: ServiceContext): Job {
  return {
    name: 'purge-expired-sessions',
    cron: '17 * * * *',
    run: async () => void (await purgeExpiredSessions(context)),
  };
}
