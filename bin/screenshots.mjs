// `npm run screenshots`: installs missing dependencies, then takes screenshots of all screens.
import { join } from 'node:path';
import { ensurePanelBuilt, findProgram, handOver, prepare, root } from './bootstrap.mjs';

const runtime = prepare();
ensurePanelBuilt(runtime);
findProgram(runtime);
await handOver(runtime, join(root, 'tools', 'screenshots', 'main.ts'), process.argv.slice(2));
