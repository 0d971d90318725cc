import { afterEach } from 'vitest';
import { launch, removeDataDirectory, startProduct, type Launch, type Product } from './product.ts';
import { makeDataDirectory, makePreparedDirectory } from './prepared-directory.ts';

type Launched = Omit<Product, 'urls'>;
type ProductShelf = {
  newDirectory: () => string;
  start: (options?: Launch) => Promise<Product>;
  // Starts an installation that may fail or wait, in a directory of the test.
  launch: (options: Launch & { dataDirectory: string }) => Launched;
};

/** Starts installations for single tests, and stops them and removes their data directories after each test. */
export function useProducts(): ProductShelf {
  const directories: string[] = [];
  const products: Launched[] = [];
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
    launch: (options) => {
      const launched = launch(options);
      products.push(launched);
      return launched;
    },
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
