/**
 * The process that is the embedded ClickHouse: it runs the engine's own library as `clickhouse local`, told to listen
 * like a server and then to wait for ever. Its arguments: the library, then those of `clickhouse local`.
 *
 * The engine must run on a real thread's stack (a fibre makes it refuse), and in a new thread, so that this one stays
 * free to watch standard input. When that closes, the owner is gone. The engine's threads keep `process.exit` from
 * ever returning, hence the signal; its files are made to survive that.
 */
import { DataType, load, open } from 'ffi-rs';

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
const argv = ['clickhouse', ...engineArguments, '--query', `${listen}; ${waitForEver}`];

open({ library: 'chdb', path: library });
await load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [argv.length, argv],
  runInNewThread: true,
});
// It returns only when it could not start; why stands on standard error, which must be out before the end.
process.stderr.write('the engine returned\n', endAtOnce);
