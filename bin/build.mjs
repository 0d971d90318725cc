// `npm run build`: all that a first start would make, for images and for folders that are read-only later.
import { ensurePanelBuilt, findProgram, prepare } from './bootstrap.mjs';

const runtime = prepare();
ensurePanelBuilt(runtime);
process.stdout.write(`${findProgram(runtime)}\n`);
