// Rows of a table that form a tree. The table shows them in the given order and indents each by its level.
export type TreeView<Row> = {
  levelOf: (row: Row) => number;
  // True or false for a row that can be opened and closed, and undefined for all others.
  isOpen: (row: Row) => boolean | undefined;
  toggle: (row: Row) => void;
};

type Item<Row> = { id: string; original: Row };

type TreeStep = { kind: 'toggle' } | { kind: 'go'; index: number } | undefined;

// Returns what an arrow key does to a row. The right arrow opens it, and the left arrow closes it or goes to its parent.
export function treeStepOf<Row>(
  key: string,
  index: number,
  { items, tree }: { items: readonly Item<Row>[]; tree: TreeView<Row> },
): TreeStep {
  const row = items[index]?.original;
  if (row === undefined || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return undefined;
  const isOpen = tree.isOpen(row);
  if (key === 'ArrowRight') {
    if (isOpen === false) return { kind: 'toggle' };
    return isOpen === true ? { kind: 'go', index: index + 1 } : undefined;
  }
  if (isOpen === true) return { kind: 'toggle' };
  const level = tree.levelOf(row);
  const parent = items.slice(0, index).findLastIndex(({ original }) => tree.levelOf(original) < level);
  return parent === -1 ? undefined : { kind: 'go', index: parent };
}
