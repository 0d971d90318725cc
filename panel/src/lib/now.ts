import { createStore } from './store.ts';

/** Updated every 30 seconds, for relative times. */
export const now = createStore(new Date());

setInterval(() => now.set(new Date()), 30_000);
