/**
 * Entry point of the embedded ClickHouse process. Runs the library as `clickhouse local`, which listens like a server
 * and waits forever. Arguments: the library, followed by the arguments for `clickhouse local`.
 *
 * Exits when standard input closes, because that means that the parent is gone. Uses SIGKILL, because `process.exit`
 * would wait forever for the engine's threads. This loses no data, because ClickHouse's files are crash-safe.
 */
import { runLibrary } from './run-library.ts';

const [library = '', ...engineArguments] = process.argv.slice(2);

function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

process.stdin.on('close', killSelf).resume();
process.on('SIGTERM', killSelf);
process.on('SIGINT', killSelf);

// The TCP port is set only for servers that read from each other.
const listen = engineArguments.some((argument) => argument.startsWith('--tcp_port='))
  ? 'SYSTEM START LISTEN HTTP; SYSTEM START LISTEN TCP'
  : 'SYSTEM START LISTEN HTTP';
const waitForever =
  'SELECT sum(sleepEachRow(3)) FROM system.numbers SETTINGS max_block_size = 1, max_execution_time = 0 FORMAT Null';

await runLibrary(library, [...engineArguments, '--query', `${listen}; ${waitForever}`]);
// The library returns only if the engine failed to start. Its error message must be flushed before this process exits.
process.stderr.write('ClickHouse exited\n', killSelf);
