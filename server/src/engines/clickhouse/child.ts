/**
 * Process of the embedded ClickHouse. Runs the library as `clickhouse local`, which listens like a server and waits
 * forever. Arguments: the library, then those of `clickhouse local`.
 *
 * Exits when standard input closes, because the parent is gone then. It uses SIGKILL, because `process.exit` would wait
 * for the engine's threads forever; the files of ClickHouse are crash-safe.
 */
import { runLibrary } from './run-library.ts';

const [library = '', ...engineArguments] = process.argv.slice(2);

function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

process.stdin.on('close', killSelf).resume();
process.on('SIGTERM', killSelf);
process.on('SIGINT', killSelf);

const listen = 'SYSTEM START LISTEN HTTP';
const waitForever =
  'SELECT sum(sleepEachRow(3)) FROM system.numbers SETTINGS max_block_size = 1, max_execution_time = 0 FORMAT Null';

await runLibrary(library, [...engineArguments, '--query', `${listen}; ${waitForever}`]);
// The library returns only if the engine failed to start. Its error message must be flushed before this process exits.
process.stderr.write('ClickHouse exited\n', killSelf);
