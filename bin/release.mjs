// `npm run release`: installs missing dependencies, then builds the files of a release.
import { join } from 'node:path';
import { handOver, prepare, root } from './bootstrap.mjs';

await handOver(prepare(), join(root, 'tools', 'release', 'main.ts'), process.argv.slice(2));
