import { array, assert, boolean, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inWorkspace, opensMenu, targetOf, toggledRows } from './row-actions.ts';

const items = Array.from({ length: 30 }, (_, at) => ({ id: `r${at}` }));

describe('targetOf', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['ArrowDown', 29, 29],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['PageDown', 3, 13],
    ['PageDown', 25, 29],
    ['PageUp', 12, 2],
    ['PageUp', 9, 0],
    ['Home', 17, 0],
    ['End', 0, 29],
  ])('%s in row %d moves to row %d', (key, index, target) => {
    expect(targetOf(key, index, 30)).toBe(target);
  });

  it.each(['Enter', ' ', 'a', 'constructor'])('%s does not move to another row', (key) => {
    expect(targetOf(key, 3, 30)).toBeUndefined();
  });
});

describe('toggledRows', () => {
  it('toggles one row without a range', () => {
    expect(toggledRows(items, undefined, { index: 2, anchor: 2 })).toEqual({ ids: ['r2'], isSelected: true });
    expect(toggledRows(items, { r2: true }, { index: 2, anchor: 2 })).toEqual({
      ids: ['r2'],
      isSelected: false,
    });
  });

  it.each([
    ['below', 2, 4],
    ['above', 4, 2],
  ])('selects the range to an anchor %s', (_, index, anchor) => {
    const selection = { r3: true };
    expect(toggledRows(items, selection, { index, anchor })).toEqual({
      ids: ['r2', 'r3', 'r4'],
      isSelected: true,
    });
  });

  it('inverts the toggled row and gives the rest of the range the same state, without changing other rows', () => {
    const clicks = array(record({ index: integer({ min: 0, max: 29 }), isRange: boolean() }), {
      maxLength: 20,
    });
    assert(
      property(clicks, (list) => {
        let selection: Record<string, boolean> = {};
        let anchor = 0;
        for (const { index, isRange } of list) {
          const before = selection;
          const { ids, isSelected } = toggledRows(items, before, { index, anchor: isRange ? anchor : index });
          selection = { ...before, ...Object.fromEntries(ids.map((id) => [id, isSelected])) };
          const [low, high] = isRange ? [Math.min(anchor, index), Math.max(anchor, index)] : [index, index];
          for (const [at, { id }] of items.entries())
            expect(selection[id] === true).toBe(
              at >= low && at <= high ? before[`r${index}`] !== true : before[id] === true,
            );
          anchor = index;
        }
      }),
    );
  });

  it('selects only existing rows if the anchor is past the end of the list', () => {
    expect(toggledRows(items.slice(0, 3), {}, { index: 1, anchor: 20 }).ids).toEqual(['r1', 'r2']);
  });
});

describe('inWorkspace', () => {
  it.each([
    ['/offers/1', '/offers/1?ws=w'],
    ['/reports?by=os', '/reports?by=os&ws=w'],
    ['/reports?ws=other', '/reports?ws=other'],
    ['/reports?by=os&ws=other', '/reports?by=os&ws=other'],
    ['/reports?news=1', '/reports?news=1&ws=w'],
  ])('adds the workspace to %s once', (path, href) => {
    expect(inWorkspace(path, 'w')).toBe(href);
  });
});

it.each<[string, boolean, boolean]>([
  ['Enter', false, true],
  ['ContextMenu', false, true],
  ['F10', true, true],
  ['F10', false, false],
  ['Enter', true, false],
  [' ', false, false],
])('opensMenu for %s, with Shift %s: %s', (key, shiftKey, expected) => {
  expect(opensMenu({ key, shiftKey })).toBe(expected);
});
