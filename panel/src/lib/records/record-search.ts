import { readNumbersSearch, type NumbersSearch } from '../reports/numbers-search.ts';

export type RecordSearch = NumbersSearch & { tab?: string };

// Returns a reader for the search parameters of a record's page. The first tab needs no parameter.
export function recordSearch(tabs: readonly string[]) {
  return (search: Record<string, unknown>): RecordSearch => {
    const tab = tabs.slice(1).find((one) => one === search['tab']);
    return { ...readNumbersSearch(search), ...(tab === undefined ? {} : { tab }) };
  };
}

export const recordTabs = ['overview', 'settings', 'versions'];

export function readNewRecordSearch({ copy }: Record<string, unknown>): { copy?: string } {
  return typeof copy === 'string' && copy !== '' ? { copy } : {};
}
