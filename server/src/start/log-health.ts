import { describeError } from '../platform/errors.ts';
import type { HealthListener } from '../platform/health.ts';
import type { Logger } from '../platform/logger.ts';

export function logHealth(logger: Logger): HealthListener {
  return ({ name, ok, error }) => {
    if (ok) logger.info({ part: name }, `${name} answers again`);
    else logger.error({ part: name, why: describeError(error) }, `${name} does not answer`);
  };
}
