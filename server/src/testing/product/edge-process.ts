import { pollUntil } from '../poll-until.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { shareGeoTables } from './geo-tables.ts';
import { takePort } from './own-ports.ts';
import type { Product } from './product.ts';
import { startRoleProcess, type RoleProcess } from './role-process.ts';

export type EdgeProcess = RoleProcess & { url: string };

/** Starts an edge with a separate spool on the engines of a running installation. No supervisor restarts the edge. */
export async function startEdgeProcess(
  product: Pick<Product, 'dataDirectory'>,
  spoolDirectory: string,
  extra: Record<string, string> = {},
): Promise<EdgeProcess> {
  shareGeoTables(spoolDirectory);
  const port = takePort();
  const edge = startRoleProcess(product, 'edge', {
    WAYPOST_SPOOL_DIR: spoolDirectory,
    WAYPOST_EDGE_PORT: String(port),
    ...extra,
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true || undefined;
  const waitUntilUp = async () => {
    const up = await pollUntil(isUp, { timeoutMs: hangLimitMs, intervalMs: 20 });
    if (up === undefined) throw new Error(`the edge does not respond:\n${edge.output()}`);
  };
  await waitUntilUp();
  return {
    ...edge,
    url,
    killAndRestart: async () => {
      await edge.killAndRestart();
      await waitUntilUp();
    },
  };
}
