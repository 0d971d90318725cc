import { createSortedRowModel, rowSortingFeature, tableFeatures, type useTable } from '@tanstack/react-table';

/** Table features in use. Other features are left out to keep the bundle small. */
export const tableParts = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

export type TableItem = { id: string };

export type SortableTable<Row extends TableItem> = ReturnType<typeof useTable<typeof tableParts, Row>>;
