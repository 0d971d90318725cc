import { createRequire } from 'node:module';
import { pino, type Logger } from 'pino';

export type { Logger };

const require = createRequire(import.meta.url);

type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

type LoggerOptions = {
  role: string;
  level: LogLevel;
  format: 'json' | 'text';
  stream?: 'stdout' | 'stderr';
};

/**
 * Creates a structured logger. Only the method, path and ID of a request are logged, because query strings, headers and
 * bodies may contain secrets. Redaction is a second safeguard.
 */
export function createLogger(options: LoggerOptions): Logger {
  const descriptor = options.stream === 'stderr' ? 2 : 1;
  const settings = {
    level: options.level,
    base: { role: options.role, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'authorization',
        'cookie',
        'password',
        'token',
        'secret',
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.token',
        '*.secret',
      ],
      censor: '[hidden]',
    },
  };
  if (options.format === 'json') return pino(settings, pino.destination({ fd: descriptor, sync: true }));
  // pino-pretty is loaded on demand, because services log JSON and pino-pretty takes as long to load as pino itself.
  const { PinoPretty } = require('./pretty-log.ts') as typeof import('./pretty-log.ts');
  const pretty = PinoPretty({
    sync: true,
    destination: descriptor,
    ignore: 'pid,hostname,role',
    translateTime: 'SYS:HH:MM:ss.l',
    messageFormat: '[{role}] {msg}',
    singleLine: true,
  });
  return pino(settings, pretty);
}
