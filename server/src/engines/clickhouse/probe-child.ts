/** Asks the library for the version of its engine and ends. Its arguments: the library, and the file that gets the answer. */
import { runLibrary } from './run-library.ts';

const [library = '', answerFile = ''] = process.argv.slice(2);
// As a result the answer would lie in the memory of the library.
const query = `SELECT version() INTO OUTFILE '${answerFile}' FORMAT TabSeparated`;

try {
  await runLibrary(library, ['--query', query]);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
// Threads of the engine keep the process from ending by itself.
process.kill(process.pid, 'SIGKILL');
