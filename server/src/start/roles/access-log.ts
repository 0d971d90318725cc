import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../../platform/logger.ts';
import { accessOutcomes, type AccessEvent } from '../../services/tools.ts';

// Outcomes logged as info. All other outcomes are logged as warnings.
const routineOutcomes = new Set<AccessEvent['outcome']>([
  'signed-in',
  'second-factor-needed',
  'password-changed',
]);

/**
 * Logs and counts access events. The log line includes the address, for tools such as fail2ban, and the user if known,
 * but never the entered values, because a password may have been typed into the wrong field.
 */
export function createAccessLog(registry: Registry, logger: Logger): (event: AccessEvent) => void {
  const counter = new Counter({
    name: 'waypost_access_total',
    help: 'Sign-ins, password changes and two-factor authentication changes, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Starts the counters at 0, so that rate() includes the first event.
  for (const outcome of accessOutcomes) counter.inc({ outcome }, 0);
  return ({ outcome, person, address }) => {
    counter.inc({ outcome });
    const line = {
      outcome,
      address,
      ...(person === undefined ? {} : { userId: person.id, email: person.email }),
    };
    logger[routineOutcomes.has(outcome) ? 'info' : 'warn'](line, 'access');
  };
}
