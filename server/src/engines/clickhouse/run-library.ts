import { DataType, load, open } from 'ffi-rs';

/**
 * Runs the library with these arguments, like the program `clickhouse`, until it returns. Uses a new thread, because
 * the current thread must stay free and the engine does not run on a fiber. Throws if the library cannot be opened.
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
