import { createSortedRowModel, rowSortingFeature, tableFeatures, type useTable } from '@tanstack/react-table';

/** Only the features in use, to keep the bundle small. */
export const tableParts = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

export type TableItem = { id: string };

export type SortableTable<Row extends TableItem> = ReturnType<typeof useTable<typeof tableParts, Row>>;
