#!/usr/bin/env node
import { join } from 'node:path';
import { ensurePanelBuilt, handOver, prepare, root } from './bootstrap.mjs';

const args = process.argv.slice(2);
const runtime = prepare();
if (args[0] === 'start') ensurePanelBuilt(runtime);
await handOver(runtime, join(root, 'server', 'src', 'cli', 'main.ts'), args);
