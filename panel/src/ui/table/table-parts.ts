import { createSortedRowModel, rowSortingFeature, tableFeatures, type useTable } from '@tanstack/react-table';

/** What our tables take of the library; all it has would weigh more than the rest of a list. */
export const tableParts = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

export type TableItem = { id: string };

export type SortableTable<Row extends TableItem> = ReturnType<typeof useTable<typeof tableParts, Row>>;
