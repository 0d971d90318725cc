#!/usr/bin/env node
import { ensurePanelBuilt, findProgram, handOver, prepare } from './bootstrap.mjs';

const args = process.argv.slice(2);
const runtime = prepare();
if (args[0] === 'start') ensurePanelBuilt(runtime);
await handOver(runtime, findProgram(runtime), args);
