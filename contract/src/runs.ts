import { z } from 'zod';

/** How long work stands that somebody ordered and a worker does. */
export const runState = z.enum(['waiting', 'running', 'done', 'stopped', 'failed']);
export type RunState = z.infer<typeof runState>;
