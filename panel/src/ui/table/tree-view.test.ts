import { describe, expect, it } from 'vitest';
import { treeStepOf, type TreeView } from './tree-view.ts';

const levels = [0, 1, 2, 1, 0];
const items = levels.map((level, at) => ({ id: String(at), original: { level, at } }));
const tree: TreeView<{ level: number; at: number }> = {
  levelOf: ({ level }) => level,
  isOpen: ({ level, at }) => (level === 2 ? undefined : at < 2),
  toggle: () => undefined,
};

describe('treeStepOf', () => {
  it.each([
    ['ArrowRight', 4, { kind: 'toggle' }],
    ['ArrowRight', 0, { kind: 'go', index: 1 }],
    ['ArrowRight', 2, undefined],
    ['ArrowLeft', 0, { kind: 'toggle' }],
    ['ArrowLeft', 2, { kind: 'go', index: 1 }],
    ['ArrowLeft', 3, { kind: 'go', index: 0 }],
    ['ArrowLeft', 4, undefined],
    ['ArrowDown', 0, undefined],
    ['ArrowRight', 9, undefined],
  ])('%s on row %i', (key, index, expected) => {
    expect(treeStepOf(key, index, { items, tree })).toEqual(expected);
  });
});
