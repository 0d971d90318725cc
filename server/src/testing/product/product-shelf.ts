import { afterEach } from 'vitest';
import { removeDataDirectory, startProduct, type Launch, type Product } from './product.ts';
import { makeDataDirectory, makeUsedDirectory } from './prepared-directory.ts';

type ProductShelf = { newDirectory: () => string; start: (options?: Launch) => Promise<Product> };

/** Products and data directories for one test each: whatever a test leaves running or lying around is cleared away after it. */
export function useProductShelf(): ProductShelf {
  const directories: string[] = [];
  const products: Product[] = [];
  const keep = (directory: string) => {
    directories.push(directory);
    return directory;
  };
  const newDirectory = () => keep(makeDataDirectory());
  afterEach(async () => {
    for (const product of products.splice(0)) {
      if (product.process.exitCode === null && product.process.signalCode === null) await product.stop();
    }
    for (const directory of directories.splice(0)) removeDataDirectory(directory);
  });
  return {
    newDirectory,
    start: async (options = {}) => {
      const product = await startProduct({
        ...options,
        dataDirectory: options.dataDirectory ?? keep(makeUsedDirectory(options.environment)),
      });
      products.push(product);
      return product;
    },
  };
}
