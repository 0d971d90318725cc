import { useNavigate, useSearch } from '@tanstack/react-router';

/** State of a list. It is kept in the URL, so that a link or a reload shows the same list. */
type ListSearch = {
  q?: string;
  /** Column ID, with a leading minus sign for descending order. */
  sort?: string;
  archived?: true;
  affiliateNetworkId?: string;
  country?: string;
  status?: string;
  trafficSourceId?: string;
  range?: string;
  tag?: string;
};

const texts = [
  'q',
  'sort',
  'affiliateNetworkId',
  'country',
  'status',
  'trafficSourceId',
  'range',
  'tag',
] as const;

export function readListSearch(search: Record<string, unknown>): ListSearch {
  const read: ListSearch = {};
  for (const name of texts) {
    const value = search[name];
    // The router parses a value that consists of digits as a number.
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
