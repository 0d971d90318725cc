import type { ReactNode } from 'react';

/** Table column. The first column identifies the row, so it is always shown and stays in view. */
export type Column<Row> = {
  /** ID of the column, which is also used in the URL for the sort order and in saved preferences. */
  id: string;
  label: string;
  help?: string;
  /** Sort value. Null comes last in both directions. */
  value: (row: Row) => string | number | null;
  /** Content of the cell, if it differs from the value. */
  cell?: (row: Row) => ReactNode;
  isFigure?: boolean;
  /**
   * True if this column and the first column together identify a row. On a narrow screen, its value is shown below the
   * value of the first column.
   */
  isKey?: boolean;
  isMain?: boolean;
  widthPx: number;
  isExtra?: boolean;
  /**
   * Set if the server can sort by this column. Other columns can only be sorted in lists that are loaded
   * completely.
   */
  isServerSort?: boolean;
};

export function chooseColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): Column<Row>[] {
  const [first, ...others] = columns;
  if (first === undefined) return [];
  if (chosen === undefined) return [first, ...others.filter(({ isExtra }) => isExtra !== true)];
  return [first, ...chosen.flatMap((id) => others.find((column) => column.id === id) ?? [])];
}

/**
 * Returns the IDs of the chosen columns after a column is shown or hidden. The IDs are in screen order, so that a
 * column returns to its original position.
 */
export function toggleColumn<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
  id: string,
): string[] {
  const shown = new Set(chooseColumns(columns, chosen).map((column) => column.id));
  if (!shown.delete(id)) shown.add(id);
  return columns.slice(1).flatMap((column) => (shown.has(column.id) ? [column.id] : []));
}

type NarrowColumns<Row> = { shown: Column<Row>[]; keys: Column<Row>[] };

/**
 * Returns the columns for a narrow screen: the first column and at most two others, or one in a tree. Main columns come
 * first, then numeric columns. If there are neither, one text column is kept. Users can unfold a row to see the
 * remaining columns.
 */
export function narrowColumns<Row>(
  columns: readonly Column<Row>[],
  { isTree = false, sorted = '' }: { isTree?: boolean; sorted?: string } = {},
): NarrowColumns<Row> {
  const [first, ...rest] = columns;
  if (first === undefined) return { shown: [], keys: [] };
  const keys = rest.filter(({ isKey }) => isKey === true);
  const others = rest.filter(({ isKey }) => isKey !== true);
  const kept = [
    ...others.filter(({ isMain }) => isMain === true),
    ...others.filter(({ isMain, isFigure }) => isMain !== true && isFigure === true),
  ];
  // A tree needs the space for its names, and is most useful with the column that it is sorted by.
  if (isTree) {
    const main =
      others.find(({ id, isFigure }) => id === sorted && isFigure === true) ?? kept[0] ?? others[0];
    return { shown: main === undefined ? [first] : [first, main], keys };
  }
  return { shown: [first, ...(kept.length === 0 ? others.slice(0, 1) : kept.slice(0, 2))], keys };
}

export function nameRow<Row>(columns: readonly Column<Row>[], row: Row): string {
  return columns
    .filter(({ isKey }, at) => at === 0 || isKey === true)
    .map(({ value }) => value(row) ?? '')
    .join(' / ');
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** Reads the sort order from the URL, where a leading minus sign means descending. */
export function readSort(text: string | undefined): { id: string; desc: boolean }[] {
  if (text === undefined || text === '') return [];
  return text.startsWith('-') ? [{ id: text.slice(1), desc: true }] : [{ id: text, desc: false }];
}
