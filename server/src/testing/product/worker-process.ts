import { findFreePort } from '../../platform/free-port.ts';
import type { Product } from './product.ts';
import { startRoleProcess, type RoleProcess } from './role-process.ts';

/** A second worker beside a running product, on its engines. Nobody else starts it again. */
export async function startWorkerProcess(
  product: Pick<Product, 'dataDirectory'>,
  extra: Record<string, string> = {},
): Promise<RoleProcess> {
  return startRoleProcess(product, 'worker', {
    WAYPOST_METRICS_PORT: String(await findFreePort('127.0.0.1')),
    ...extra,
  });
}
