import { afterEach } from 'vitest';
import { removeDataDirectory, startProduct, type Launch, type Product } from './product.ts';
import { makeDataDirectory, makePreparedDirectory } from './prepared-directory.ts';

type ProductShelf = { newDirectory: () => string; start: (options?: Launch) => Promise<Product> };

/** Starts installations for single tests, and stops them and removes their data directories after each test. */
export function useProducts(): ProductShelf {
  const directories: string[] = [];
  const products: Product[] = [];
  const removeLater = (directory: string) => {
    directories.push(directory);
    return directory;
  };
  const newDirectory = () => removeLater(makeDataDirectory());
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
        dataDirectory: options.dataDirectory ?? removeLater(makePreparedDirectory(options.environment)),
      });
      products.push(product);
      return product;
    },
  };
}
