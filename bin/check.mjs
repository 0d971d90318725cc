// `npm test`: installs what is missing, then runs every check.
import { join } from 'node:path';
import { ensurePanelBuilt, findProgram, handOver, prepare, root } from './bootstrap.mjs';

const runtime = prepare();
ensurePanelBuilt(runtime);
// Before several processes want it at once.
findProgram(runtime);
await handOver(runtime, join(root, 'tools', 'run-checks.ts'), process.argv.slice(2));
