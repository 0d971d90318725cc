import { z } from 'zod';
import { searchText } from './records.ts';

/** A moment in a query. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be a moment such as 2026-11-16T09:30:00Z' })
  .transform((text) => new Date(text));

/** How many a page of a list holds where nothing is said, and at most. */
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
  .max(2_000, 'is no cursor of this list')
  .meta({ description: 'nextCursor of the page before, with the same sort and filters.' })
  .optional();

/** Narrows a list by a text that its items have somewhere. */
export const textSearch = {
  q: searchText
    .max(200, 'must have at most 200 characters')
    .meta({
      description:
        'Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves.',
    })
    .optional(),
};

/** Which part of the records a list shows. */
export const archivedChoice = {
  archived: z
    .enum(['0', '1', 'all'], 'must be 0, 1 or all')
    .meta({ description: '0: those that are not archived; 1: only archived ones; all: both.', default: '0' })
    .optional(),
};

/** Both directions of each. */
export function bothWays<Name extends string>(...names: [Name, ...Name[]]) {
  return names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`]);
}

/**
 * What every list of the panel can be asked: its orders, of which the first holds where nothing is said, and the filters
 * that are its own. A minus sign turns an order round; what is missing comes last either way.
 */
export function listQuery<Sort extends string, Shape extends z.ZodRawShape>(
  [byDefault, ...others]: [Sort, ...Sort[]],
  filters: Shape,
) {
  const sorts = [...new Set([byDefault, ...others])];
  const sort = z.enum(sorts, `must be one of ${sorts.join(', ')}`).meta({
    description: 'With a minus sign: the other way round. Ties are settled by id.',
    default: byDefault,
  });
  return z.strictObject({ limit, cursor, sort: sort.default(byDefault as never), ...filters });
}

const meta = {
  limit: z.int(),
  count: z.int().meta({ description: 'How many items this page has.' }),
  total: z.int().nullable().meta({
    description: 'How many items all pages have together; null where they are too many to be counted.',
  }),
  nextCursor: z.string().nullable().meta({ description: 'For the next page; null at the end.' }),
};
const listMeta = z.strictObject(meta).meta({ id: 'ListMeta' });

/** What every list of the panel answers. */
export function listPage<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item), meta: listMeta });
}
export type ListPage<Item> = { items: Item[]; meta: z.infer<typeof listMeta> };

/** The answer of a list with all there is on one page, for examples. */
export function pageOf<Item>(...items: Item[]): ListPage<Item> {
  const { length } = items;
  return { items, meta: { limit: listLimits.byDefault, count: length, total: length, nextCursor: null } };
}

/** The same of a list that is not counted. */
export function uncounted<Item>(...items: Item[]): ListPage<Item> {
  const page = pageOf(...items);
  return { ...page, meta: { ...page.meta, total: null } };
}
