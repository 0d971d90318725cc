// `npm run test:faults` and `npm run soak`: installs missing dependencies, then runs a tool on complete installations.
import { basename, join } from 'node:path';
import { ensurePanelBuilt, findProgram, handOver, prepare, root } from './bootstrap.mjs';

const [name, ...options] = process.argv.slice(2);
const tools = [join(root, 'tools', 'test-faults.ts'), join(root, 'tools', 'soak.ts')];
const file = tools.find((path) => basename(path, '.ts') === name) ?? '';
const runtime = prepare();
ensurePanelBuilt(runtime);
// The bundle is built first. Otherwise, several processes would build it at the same time.
findProgram(runtime);
await handOver(runtime, file, options);
