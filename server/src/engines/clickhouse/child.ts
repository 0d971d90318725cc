/**
 * The process that is the embedded ClickHouse: it runs the engine's own library as `clickhouse local`, told to listen
 * like a server and then to wait for ever. Its arguments: the library, then those of `clickhouse local`.
 *
 * When standard input closes, the owner is gone. The engine's threads keep `process.exit` from ever returning, hence the
 * signal; its files are made to survive that.
 */
import { runLibrary } from './run-library.ts';

const [library = '', ...engineArguments] = process.argv.slice(2);

function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

process.stdin.on('close', endAtOnce).resume();
process.on('SIGTERM', endAtOnce);
process.on('SIGINT', endAtOnce);

const listen = 'SYSTEM START LISTEN HTTP';
const waitForEver =
  'SELECT sum(sleepEachRow(3)) FROM system.numbers SETTINGS max_block_size = 1, max_execution_time = 0 FORMAT Null';

await runLibrary(library, [...engineArguments, '--query', `${listen}; ${waitForEver}`]);
// It returns only when it could not start; why stands on standard error, which must be out before the end.
process.stderr.write('the engine returned\n', endAtOnce);
