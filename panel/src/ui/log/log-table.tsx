import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from '../error-note.tsx';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';

type Pages = {
  error: Error | null;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetching: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

export function LogTable<Row extends { id: string }>({
  pages,
  newest,
  ...table
}: {
  pages: Pages;
  newest: string;
  name: string;
  label: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  pathOf: (row: Row) => string;
  empty: string;
}): ReactNode {
  const { error, hasNextPage, isFetching } = pages;
  return (
    <>
      {error === null ? null : <ErrorNote error={error} retry={() => void pages.refetch()} />}
      {error !== null && table.rows === undefined ? null : (
        <DataTable
          {...table}
          empty={
            <Text c="dimmed" py="xl" ta="center">
              {table.empty}
            </Text>
          }
          sort={`-${newest}`}
          onSort={() => undefined}
          isServerSorted
          isOld={pages.isPlaceholderData}
          onEnd={() => {
            if (hasNextPage && !isFetching) void pages.fetchNextPage();
          }}
        />
      )}
    </>
  );
}
