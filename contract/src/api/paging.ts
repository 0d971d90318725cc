import { z } from 'zod';
import { searchText } from './records.ts';

export const moment = z.iso
  .datetime({ offset: true, error: 'must be a timestamp such as 2026-11-16T09:30:00Z' })
  .transform((text) => new Date(text));

export const listLimits = { byDefault: 50, max: 500 };

const limit = z
  .string()
  .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= listLimits.max, {
    message: `must be a whole number from 1 to ${listLimits.max}`,
  })
  .transform(Number)
  .meta({ type: 'integer', minimum: 1, maximum: listLimits.max, default: listLimits.byDefault })
  .optional();

const cursor = z
  .string()
  .max(2_000, 'is not valid for this list')
  .meta({ description: 'nextCursor from the previous page; keep sort and filters unchanged.' })
  .optional();

export const textSearch = {
  q: searchText
    .max(200, 'must have at most 200 characters')
    .meta({
      description:
        'Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal.',
    })
    .optional(),
};

export const archivedChoice = {
  archived: z
    .enum(['0', '1', 'all'], 'must be 0, 1 or all')
    .meta({ description: '0: without archived records. 1: only archived records. all: both.', default: '0' })
    .optional(),
};

export function bothWays<Name extends string>(...names: [Name, ...Name[]]) {
  return names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`]);
}

/**
 * Creates the query schema of a panel list. The first sort is the default. A leading minus sign reverses the order, and
 * missing values come last in both directions.
 */
export function listQuery<Sort extends string, Shape extends z.ZodRawShape>(
  [byDefault, ...others]: [Sort, ...Sort[]],
  filters: Shape,
) {
  const sorts = [...new Set([byDefault, ...others])];
  const sort = z.enum(sorts, `must be one of ${sorts.join(', ')}`).meta({
    description: 'A leading minus sorts in descending order. Ties are sorted by ID.',
    default: byDefault,
  });
  return z.strictObject({ limit, cursor, sort: sort.default(byDefault as never), ...filters });
}

const meta = {
  limit: z.int(),
  count: z.int().meta({ description: 'Number of items on this page.' }),
  total: z.int().nullable().meta({
    description: 'Number of items on all pages. Null if there are too many to count.',
  }),
  nextCursor: z.string().nullable().meta({ description: 'Cursor for the next page. Null on the last page.' }),
};
const listMeta = z.strictObject(meta).meta({ id: 'ListMeta' });

export function listPage<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item), meta: listMeta });
}
export type ListPage<Item> = { items: Item[]; meta: z.infer<typeof listMeta> };

export function pageOf<Item>(...items: Item[]): ListPage<Item> {
  const { length } = items;
  return { items, meta: { limit: listLimits.byDefault, count: length, total: length, nextCursor: null } };
}

export function uncounted<Item>(...items: Item[]): ListPage<Item> {
  const page = pageOf(...items);
  return { ...page, meta: { ...page.meta, total: null } };
}
