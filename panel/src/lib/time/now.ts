import { createStore } from '../api/store.ts';

/** Current time, updated every 30 seconds. Relative times are computed from it. */
export const now = createStore(new Date());

setInterval(() => now.set(new Date()), 30_000);
