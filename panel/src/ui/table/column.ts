import type { ReactNode } from 'react';

/** A column as a screen describes it. The first of a table says what a row is about: it always shows and stays. */
export type Column<Row> = {
  /** Also the name of its order in the address, and in what people choose. */
  id: string;
  label: string;
  /** What it means, for whoever points at its name. */
  help?: string;
  /** What it is ordered by; what is unknown comes last either way. */
  value: (row: Row) => string | number | null;
  /** What stands in the cell, where that is not the value. */
  cell?: (row: Row) => ReactNode;
  /** Figures stand on the right. */
  isFigure?: boolean;
  /** Identifies a row together with the first column. Where there is no room, it stands below the first column's value. */
  isKey?: boolean;
  /** Stays on a telephone before others. */
  isMain?: boolean;
  widthPx: number;
  /** Shown only to who chose it. */
  isExtra?: boolean;
  /** Whether the server knows this order: others are for lists that are here as a whole. */
  isServerSort?: boolean;
};

/** What a person chose, in that order, else all that are no extras. */
export function chooseColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): Column<Row>[] {
  const [first, ...others] = columns;
  if (first === undefined) return [];
  if (chosen === undefined) return [first, ...others.filter(({ isExtra }) => isExtra !== true)];
  return [first, ...chosen.flatMap((id) => others.find((column) => column.id === id) ?? [])];
}

/** Columns of a narrow table: those with a place of their own, and the keys below the first one. */
type NarrowColumns<Row> = { shown: Column<Row>[]; keys: Column<Row>[] };

/** The first and two others at most: the main ones, then figures, or one text where there are none. The rest is one tap away. */
export function narrowColumns<Row>(columns: readonly Column<Row>[]): NarrowColumns<Row> {
  const [first, ...rest] = columns;
  if (first === undefined) return { shown: [], keys: [] };
  const keys = rest.filter(({ isKey }) => isKey === true);
  const others = rest.filter(({ isKey }) => isKey !== true);
  const kept = [
    ...others.filter(({ isMain }) => isMain === true),
    ...others.filter(({ isMain, isFigure }) => isMain !== true && isFigure === true),
  ];
  return { shown: [first, ...(kept.length === 0 ? others.slice(0, 1) : kept.slice(0, 2))], keys };
}

/** The name of a row: the values that tell it from all others. */
export function nameRow<Row>(columns: readonly Column<Row>[], row: Row): string {
  return columns
    .filter(({ isKey }, at) => at === 0 || isKey === true)
    .map(({ value }) => value(row) ?? '')
    .join(' / ');
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Two values of one column, as people order them. */
export function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** An order as the address has it: a minus sign turns it round. */
export function readSort(text: string | undefined): { id: string; desc: boolean }[] {
  if (text === undefined || text === '') return [];
  return text.startsWith('-') ? [{ id: text.slice(1), desc: true }] : [{ id: text, desc: false }];
}
