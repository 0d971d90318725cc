// `npm run build`: all that a first start would make, for images and for folders that are read-only later.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensurePanelBuilt, findProgram, prepare, root } from './bootstrap.mjs';

const runtime = prepare();
// The server links these libraries, too, but cannot where it runs as a user who may not write to `node_modules`.
const linked = spawnSync(runtime, [join(root, 'tools', 'link-postgres.ts')], { stdio: ['ignore', 2, 2] });
if (linked.status !== 0) process.exit(1);
ensurePanelBuilt(runtime);
process.stdout.write(`${findProgram(runtime)}\n`);
