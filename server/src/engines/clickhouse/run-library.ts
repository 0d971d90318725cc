import { DataType, load, open } from 'ffi-rs';

/**
 * Runs the engine's own library as the program `clickhouse` with these arguments, until it is done. In a new thread, so
 * that this one stays free, and on a real thread's stack, since a fibre makes the engine refuse. Throws where the library
 * cannot be opened.
 */
export async function runLibrary(path: string, engineArguments: readonly string[]): Promise<void> {
  const argv = ['clickhouse', ...engineArguments];
  open({ library: 'chdb', path });
  await load({
    library: 'chdb',
    funcName: 'chdb_query_cmdline',
    retType: DataType.External,
    paramsType: [DataType.I32, DataType.StringArray],
    paramsValue: [argv.length, argv],
    runInNewThread: true,
  });
}
