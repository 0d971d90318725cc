// `npm run build`: builds everything that the first start would build, for container images and read-only folders.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensurePanelBuilt, findProgram, prepare, root } from './bootstrap.mjs';

const runtime = prepare();
// The server normally links PostgreSQL's libraries at startup, but cannot do so without write access to `node_modules`.
const linked = spawnSync(runtime, [join(root, 'tools', 'link-postgres.ts')], { stdio: ['ignore', 2, 2] });
if (linked.status !== 0) process.exit(1);
ensurePanelBuilt(runtime);
process.stdout.write(`${findProgram(runtime)}\n`);
