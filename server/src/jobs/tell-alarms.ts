import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { Trouble } from '../platform/trouble.ts';
import { tellDue, type AlarmTools } from '../services/alarms/tell-receiver.ts';
import type { ServiceContext } from '../services/context.ts';
import type { DueWork } from './due-work.ts';

const everyMs = 2_000;

/** Tells receivers of alarms what is due. Workers take different messages. */
export function tellAlarms(context: ServiceContext, tools: AlarmTools, due: DueWork, logger: Logger): Loop {
  const trouble = new Trouble(logger, {
    begun: 'alarms cannot be told; it is tried again',
    over: 'alarms are told again',
  });
  return new Loop({
    everyMs,
    untilDue: (signal) => due.until('alarms', signal),
    work: async (signal) => {
      const told = await tellDue(context, tools, signal);
      trouble.end();
      return told === 0 ? everyMs : 0;
    },
    onFailure: (error) => trouble.note(describeError(error)),
  });
}
