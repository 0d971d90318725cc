/**
 * Worker that only sends postbacks to one port of localhost, for tests that kill the worker. Arguments: database URL,
 * port, lease duration in milliseconds.
 */
import { DueWork } from '../../jobs/due-work.ts';
import { PostbackSender } from '../../jobs/postbacks.ts';
import { createLogger } from '../../platform/logger.ts';
import type { ServiceContext } from '../../services/context.ts';
import { Database } from '../../store/database/database.ts';
import { makeTestClient } from '../outbound/outbound.ts';

const [url = '', port = '', leaseMs = ''] = process.argv.slice(2);

const context: ServiceContext = {
  database: new Database(url, { connectionsMax: 2 }),
  actor: { type: 'system', label: 'worker' },
  now: () => new Date(),
};
const sender = new PostbackSender({
  context,
  due: new DueWork(context, 20),
  client: makeTestClient([Number(port)]),
  logger: createLogger({ role: 'test', level: 'warn', format: 'json' }),
  timings: { leaseMs: Number(leaseMs), pollMs: 20 },
});

// Without this listener, the process would keep running after its parent has exited.
process.on('disconnect', () => void sender.stop().finally(() => process.exit()));
