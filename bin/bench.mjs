// `npm run bench`: installs what is missing, then measures.
import { join } from 'node:path';
import { ensurePanelBuilt, handOver, prepare, root } from './bootstrap.mjs';

const runtime = prepare();
ensurePanelBuilt(runtime);
await handOver(runtime, join(root, 'bench', 'main.ts'), process.argv.slice(2));
