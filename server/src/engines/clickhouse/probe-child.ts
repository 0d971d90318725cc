/**
 * Asks the library for the version of its engine and ends; see child.ts for how the engine is run. Its arguments: the library,
 * and the file that gets the answer.
 */
import { DataType, load, open } from 'ffi-rs';

const [library = '', answerFile = ''] = process.argv.slice(2);
// As a result the answer would lie in the memory of the library.
const query = `SELECT version() INTO OUTFILE '${answerFile}' FORMAT TabSeparated`;
const argv = ['clickhouse', '--query', query];

try {
  open({ library: 'chdb', path: library });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
await load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [argv.length, argv],
  runInNewThread: true,
});
// Threads of the engine keep the process from ending by itself.
process.kill(process.pid, 'SIGKILL');
