// Loaded by `createLogger`.
export { PinoPretty } from 'pino-pretty';
