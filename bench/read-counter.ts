import type { Product } from '../server/src/testing/product/product.ts';

/** Returns the sum of a counter over all processes, for one value of its label. */
export async function readCounter(product: Product, name: string, value: string): Promise<number> {
  const response = await fetch(`${product.urls.status}/metrics`);
  const lines = (await response.text()).split('\n');
  return lines
    .filter((line) => line.startsWith(`${name}{`) && line.includes(`="${value}"`))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
