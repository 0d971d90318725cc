import type { Client } from 'pg';

/**
 * Copies all rows in a test's own database and returns a function that restores them, which is much faster than
 * creating the rows again. Needs a superuser connection to disable triggers and foreign keys.
 */
export async function snapshotContents(superuser: Client): Promise<() => Promise<void>> {
  const { rows } = await superuser.query<{ name: string; columns: string }>(
    `SELECT quote_ident(c.relname) AS name, string_agg(quote_ident(a.attname), ', ') AS columns
      FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' GROUP BY c.relname`,
  );
  const copies = rows.map(({ name }) => `CREATE TABLE kept.${name} AS TABLE public.${name}`);
  await superuser.query(['CREATE SCHEMA kept', ...copies].join(';'));
  const restores = rows.map(
    ({ name, columns }) =>
      `DELETE FROM public.${name};
      INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM kept.${name}`,
  );
  const script = ['BEGIN', 'SET LOCAL session_replication_role = replica', ...restores, 'COMMIT'].join(';');
  return async () => {
    await superuser.query(script);
  };
}
