import { createStore } from './store.ts';

/** The time, to the half minute: what says how long ago something was looks at it. */
export const now = createStore(new Date());

setInterval(() => now.set(new Date()), 30_000);
