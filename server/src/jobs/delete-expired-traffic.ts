import type { ServiceContext } from '../services/context.ts';
import { deleteExpiredTraffic } from '../services/retention/retention.ts';
import type { Job } from './queue.ts';

export function deleteExpiredTrafficJob(context: ServiceContext): Job {
  return {
    name: 'delete-expired-traffic',
    cron: '17 * * * *',
    run: async () => void (await deleteExpiredTraffic(context)),
  };
}
