import { sql } from 'kysely';
import { Database } from '../../store/database/database.ts';
import { readEngineAddresses } from '../product/product-traffic.ts';
import type { Product } from '../product/product.ts';

// Returns the sizes of the largest tables in PostgreSQL, to find the cause if its folder grows.
export async function readRelations(product: Pick<Product, 'dataDirectory'>): Promise<string[]> {
  const database = new Database(readEngineAddresses(product).postgres, { connectionsMax: 1 });
  try {
    const { rows } = await database.readAsSystem((executor) =>
      sql<{ name: string; bytes: string; live: string; dead: string }>`
      SELECT relname AS name, pg_total_relation_size(relid)::text AS bytes, n_live_tup::text AS live,
        n_dead_tup::text AS dead
      FROM pg_stat_user_tables ORDER BY pg_total_relation_size(relid) DESC LIMIT 15`.execute(executor),
    );
    return rows.map(({ name, bytes, live, dead }) => [name, bytes, live, dead].join(','));
  } finally {
    await database.close();
  }
}
