import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../../platform/logger.ts';
import { accessOutcomes, type AccessEvent } from '../../services/context.ts';

/** What is worth a second look: the rest is the daily coming and going. */
const usual = new Set<AccessEvent['outcome']>(['signed-in', 'second-factor-needed', 'password-changed']);

/**
 * Who tried to get in, as a line and a count. The line has the address, for who keeps others out by it, and the person
 * where there is one; never what was typed in, which may be a password in the wrong field.
 */
export function createAccessLog(registry: Registry, logger: Logger): (event: AccessEvent) => void {
  const counter = new Counter({
    name: 'waypost_access_total',
    help: 'Sign-ins and changes of passwords and second factors, by how they ended',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Known from the start, so that a rate can be taken of the first one.
  for (const outcome of accessOutcomes) counter.inc({ outcome }, 0);
  return ({ outcome, person, address }) => {
    counter.inc({ outcome });
    const line = {
      outcome,
      address,
      ...(person === undefined ? {} : { userId: person.id, email: person.email }),
    };
    logger[usual.has(outcome) ? 'info' : 'warn'](line, 'access');
  };
}
