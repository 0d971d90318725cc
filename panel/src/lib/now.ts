import { createStore } from './store.ts';

/** Current time for relative times, updated every 30 seconds. */
export const now = createStore(new Date());

setInterval(() => now.set(new Date()), 30_000);
