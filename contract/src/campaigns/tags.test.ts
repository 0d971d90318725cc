import { expect, it } from 'vitest';
import { changeTagList, tagList } from '../values/tags.ts';
import { tagChange } from './tags.ts';

it.each([
  [['b'], { add: ['a'], remove: [] }, ['a', 'b']],
  [['Push'], { add: ['push', 'DE'], remove: [] }, ['DE', 'Push']],
  [['Push', 'DE'], { add: [], remove: ['PUSH', 'other'] }, ['DE']],
  [['Push'], { add: ['push'], remove: ['Push'] }, ['push']],
])('changeTagList changes %j by %j to %j', (before, change, after) => {
  expect(changeTagList(before, change)).toEqual(after);
});

it.each([
  [['a', 'A'], false],
  [[' a ', 'b'], true],
  [[''], false],
  [['x'.repeat(50)], true],
  [['x'.repeat(51)], false],
  [Array.from({ length: 20 }, (_, at) => `t${at}`), true],
  [Array.from({ length: 21 }, (_, at) => `t${at}`), false],
])('tagList checks %j: %s', (tags, isValid) => {
  expect(tagList.safeParse(tags).success).toBe(isValid);
});

it('tagChange requires a tag to add or to remove', () => {
  const records = [{ id: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21', version: 1 }];
  expect(tagChange.safeParse({ type: 'offer', records }).success).toBe(false);
  expect(tagChange.safeParse({ type: 'offer', records, add: ['a'] }).success).toBe(true);
});
