import { z } from 'zod';

export const runState = z.enum(['waiting', 'running', 'done', 'stopped', 'failed']);
export type RunState = z.infer<typeof runState>;
