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
// The call into the library returns only if the engine could not start; it has written why to standard error, which must
// be flushed before this process ends.
process.stderr.write('the engine returned\n', endAtOnce);
