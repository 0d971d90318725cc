import type { KeyboardEvent } from 'react';
import type { Column } from './column.ts';

/** Actions of a row. They do not change during the lifetime of the table, so that rows don't rerender. */
export type RowActions = {
  /** Selects or deselects a row, or a range that starts at the row toggled last. */
  toggle: (index: number, isRange: boolean) => void;
  unfold: (id: string) => void;
  open: (path: string) => void;
  prepare: (path: string) => void;
  onKeyDown: (event: KeyboardEvent, index: number) => void;
  reach: (id: string) => void;
  // Opens the menu of the row at an index next to an element.
  menu: (index: number, anchor: HTMLElement) => void;
  // Opens or closes the row at an index of a tree.
  expand: (index: number) => void;
};

export type TableRowProps<Row> = {
  index: number;
  row: Row;
  path: string;
  /** URL with the workspace, for opening the row in a new tab. */
  href: string;
  columns: readonly Column<Row>[];
  keys: readonly Column<Row>[];
  others: readonly Column<Row>[];
  /** True if the row is selected. Undefined if rows can't be selected. */
  isSelected: boolean | undefined;
  isReached: boolean;
  isOpen: boolean;
  hasMenu: boolean;
  // Level in a tree. Undefined if rows do not form a tree.
  level: number | undefined;
  // Undefined if the row has no rows below it.
  isExpanded: boolean | undefined;
  actions: RowActions;
  measure: ((element: HTMLElement | null) => void) | undefined;
};
