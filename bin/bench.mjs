// `npm run bench`: installs what is missing, then measures.
import { join } from 'node:path';
import { ensurePanelBuilt, findProgram, handOver, prepare, root } from './bootstrap.mjs';

const runtime = prepare();
ensurePanelBuilt(runtime);
// Before several processes want it at once.
findProgram(runtime);
await handOver(runtime, join(root, 'bench', 'main.ts'), process.argv.slice(2));
