import { useNavigate, useSearch } from '@tanstack/react-router';

/** What a list shows, as its address says it: a link or a reload shows the same. */
type ListSearch = {
  q?: string;
  /** A column, with a minus sign the other way round. */
  sort?: string;
  archived?: true;
  /** Filters that are the list's own, by the names of the API. */
  affiliateNetworkId?: string;
  country?: string;
  status?: string;
  trafficSourceId?: string;
  /** Of which days numbers are. */
  range?: string;
  /** In place of a record's id stands new: it begins as a copy of this one. */
  copy?: string;
};

const texts = [
  'q',
  'sort',
  'affiliateNetworkId',
  'country',
  'status',
  'trafficSourceId',
  'range',
  'copy',
] as const;

/** Of a route with a list. What is there by hand and means nothing is left out. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const read: ListSearch = {};
  for (const name of texts) {
    const value = search[name];
    // A text of digits comes as a number.
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') read[name] = String(value);
  }
  if (search['archived'] === true) read.archived = true;
  return read;
}

type ListState = {
  search: ListSearch;
  change: (change: { [name in keyof ListSearch]?: ListSearch[name] | undefined }) => void;
};

export function useListState(): ListState {
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    search,
    change: (change) =>
      void navigate({
        to: '.',
        search: (before) =>
          Object.fromEntries(
            Object.entries({ ...before, ...change }).filter(
              ([, value]) => value !== undefined && value !== '',
            ),
          ),
        replace: true,
      }),
  };
}
