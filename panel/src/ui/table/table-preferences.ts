import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { usePreferences } from '../../lib/api/preferences.ts';
import { chooseColumns, narrowColumns, type Column } from './column.ts';

export function useTableSize(): { isNarrow: boolean; rowHeightPx: number } {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const { preferences } = usePreferences();
  const chosen = preferences?.density === 'compact' ? 30 : 36;
  return { isNarrow, rowHeightPx: isTouch ? 44 : chosen };
}

export function useShownColumns<Row>(
  list: string,
  columns: readonly Column<Row>[],
  { isNarrow, isTree, sorted }: { isNarrow: boolean; isTree: boolean; sorted: string | undefined },
): { shown: Column<Row>[]; keys: Column<Row>[]; others: Column<Row>[] } {
  const { preferences } = usePreferences();
  const names = preferences?.columns[list];
  return useMemo(() => {
    const chosen = chooseColumns(columns, names);
    if (!isNarrow) return { shown: chosen, keys: [], others: [] };
    const { shown, keys } = narrowColumns(chosen, { isTree, ...(sorted === undefined ? {} : { sorted }) });
    return { shown, keys, others: chosen.filter((column) => ![...shown, ...keys].includes(column)) };
  }, [columns, names, isNarrow, isTree, sorted]);
}
