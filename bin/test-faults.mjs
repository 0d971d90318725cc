// `npm run test:faults`: installs missing dependencies, then runs the fault suite.
import { join } from 'node:path';
import { ensurePanelBuilt, findProgram, handOver, prepare, root } from './bootstrap.mjs';

const runtime = prepare();
ensurePanelBuilt(runtime);
// The bundle is built first. Otherwise, several processes would build it at the same time.
findProgram(runtime);
await handOver(runtime, join(root, 'tools', 'test-faults.ts'), process.argv.slice(2));
