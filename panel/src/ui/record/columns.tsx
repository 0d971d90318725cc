import type { SomeRecord } from '../../lib/records/record-kind.ts';
import { Timestamp } from '../timestamp.tsx';
import type { Column } from '../table/column.ts';

export function nameColumn<Row extends SomeRecord>(): Column<Row> {
  return { id: 'name', label: 'Name', value: ({ name }) => name, widthPx: 240, isServerSort: true };
}

export function tagsColumn<Row extends SomeRecord>(): Column<Row> {
  const value = ({ tags = [] }: Row) => tags.join(', ');
  return { id: 'tags', label: 'Tags', value, widthPx: 160 };
}

export function createdColumn<Row extends SomeRecord>(): Column<Row> {
  return {
    id: 'createdAt',
    label: 'Created',
    // The value is a number, because lists are sorted by this column by default and comparing text is slow.
    value: ({ createdAt }) => Date.parse(createdAt),
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    widthPx: 136,
    isServerSort: true,
  };
}

export function countryColumn<Row extends SomeRecord & { country: string | null }>(): Column<Row> {
  return {
    id: 'country',
    label: 'Country',
    value: ({ country }) => country,
    widthPx: 90,
    isServerSort: true,
  };
}

export function addressColumn<Row extends SomeRecord & { url: string }>(): Column<Row> {
  return {
    id: 'url',
    label: 'URL',
    value: ({ url }) => url,
    cell: ({ url }) => (
      <span className="wp-mono" title={url}>
        {url}
      </span>
    ),
    widthPx: 280,
  };
}
