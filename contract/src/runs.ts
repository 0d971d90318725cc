import { z } from 'zod';

/** State of a background job that was started by a request. */
export const runState = z.enum(['waiting', 'running', 'done', 'stopped', 'failed']);
export type RunState = z.infer<typeof runState>;
