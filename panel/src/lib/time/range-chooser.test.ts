import { expect, it } from 'vitest';
import { currentRangeChooser, registerRangeChooser } from './range-chooser.ts';

it('currentRangeChooser returns the last registered range picker until it is removed', () => {
  const [first, second] = [() => undefined, () => undefined];
  const removeFirst = registerRangeChooser(first);
  const removeSecond = registerRangeChooser(second);
  removeFirst();
  expect(currentRangeChooser()).toBe(second);
  removeSecond();
  expect(currentRangeChooser()).toBeUndefined();
});
