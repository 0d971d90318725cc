import { expect, it } from 'vitest';
import { createStore } from './store.ts';

it('createStore notifies every listener of a change, and listeners read the new value', () => {
  const store = createStore(1);
  const read: number[] = [];
  store.subscribe(() => read.push(store.get()));
  store.subscribe(() => read.push(store.get() * 10));
  store.set(2);
  expect(read).toEqual([2, 20]);
});

it('createStore does not notify if the value stays the same, even for NaN', () => {
  const store = createStore(Number.NaN);
  let notified = 0;
  store.subscribe(() => (notified += 1));
  store.set(Number.NaN);
  expect(notified).toBe(0);
  store.set(0);
  store.set(0);
  expect(notified).toBe(1);
});

it('createStore does not notify a listener that has unsubscribed, but notifies all others', () => {
  const store = createStore('a');
  const read: string[] = [];
  const unsubscribe = store.subscribe(() => read.push('first'));
  store.subscribe(() => read.push('second'));
  unsubscribe();
  unsubscribe();
  store.set('b');
  expect(read).toEqual(['second']);
});
