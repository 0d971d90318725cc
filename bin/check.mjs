// `npm test`: installs what is missing, then runs every check.
import { join } from 'node:path';
import { ensurePanelBuilt, handOver, prepare, root } from './bootstrap.mjs';

const runtime = prepare();
ensurePanelBuilt(runtime);
await handOver(runtime, join(root, 'tools', 'run-checks.ts'), process.argv.slice(2));
