/** Writes the engine version to a file. Arguments: the library and the file. */
import { runLibrary } from './run-library.ts';

const [library = '', versionFile = ''] = process.argv.slice(2);
// The query writes the version to a file, because a result would be returned in the library's memory.
const query = `SELECT version() INTO OUTFILE '${versionFile}' FORMAT TabSeparated`;

try {
  await runLibrary(library, ['--query', query]);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
// SIGKILL is used, because threads of the engine prevent a normal exit.
process.kill(process.pid, 'SIGKILL');
