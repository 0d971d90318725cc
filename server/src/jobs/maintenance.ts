import type { Logger } from '../platform/logger.ts';
import { purgeExpiredSessions } from '../services/accounts/sessions.ts';
import { purgeInbox } from '../services/attribution/purge-inbox.ts';
import type { ServiceContext } from '../services/context.ts';
import { sweepErasures } from '../services/erasures/erase-visits.ts';
import { tidyPostbacks } from '../services/postbacks/postbacks.ts';
import { applyRetentionCuts, deleteExpiredTraffic } from '../services/retention/retention.ts';
import type { Job } from './queue.ts';

export function applyRetentionCutsJob(context: ServiceContext): Job {
  return {
    name: 'apply-retention-cuts',
    cron: '41 * * * *',
    run: async () => void (await applyRetentionCuts(context)),
  };
}

export function deleteExpiredTrafficJob(context: ServiceContext): Job {
  return {
    name: 'delete-expired-traffic',
    cron: '17 * * * *',
    run: async () => void (await deleteExpiredTraffic(context)),
  };
}

export function purgeExpiredSessionsJob(context: ServiceContext): Job {
  return {
    name: 'purge-expired-sessions',
    cron: '17 * * * *',
    run: async () => void (await purgeExpiredSessions(context)),
  };
}

export function purgeInboxJob(context: ServiceContext): Job {
  return {
    name: 'purge-inbox',
    cron: '23 * * * *',
    run: async () => void (await purgeInbox(context)),
  };
}

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

export function tidyPostbacksJob(context: ServiceContext): Job {
  return {
    name: 'tidy-postbacks',
    cron: '41 * * * *',
    run: async () => void (await tidyPostbacks(context)),
  };
}
