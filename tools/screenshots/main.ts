/**
 * `npm run screenshots [-- folder]` takes screenshots of all panel screens with demo data. `npm run screenshots --
 * guide` takes the pictures for the guide and the README.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowserHere } from '../../server/src/testing/browser/launch-browser.ts';
import { readFirstAccess } from '../../server/src/testing/browser/panel-access.ts';
import { lightStoreEnvironment } from '../../server/src/testing/machine.ts';
import { removeDataDirectory, startProduct } from '../../server/src/testing/product/product.ts';
import { takePictures, takePicturesOfGuide } from './take-pictures.ts';

const root = join(import.meta.dirname, '..', '..');
const isGuide = process.argv[2] === 'guide';
const folder = isGuide
  ? join(root, 'docs', 'guide', 'pictures')
  : (process.argv[2] ?? join(root, 'screenshots'));
const browser = await launchBrowserHere();
if (typeof browser === 'string') {
  process.stderr.write(`Cannot take screenshots: ${browser}.\n`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const product = await startProduct({ environment: lightStoreEnvironment });
try {
  const first = readFirstAccess(product.dataDirectory);
  const { taken, problems } = await (isGuide ? takePicturesOfGuide : takePictures)({
    browser,
    product,
    first,
    folder,
  });
  process.stdout.write(`${taken} pictures in ${folder}\n`);
  for (const problem of problems) process.stdout.write(`not taken: ${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await product.stop();
  removeDataDirectory(product.dataDirectory);
}
