import type { Logger } from 'pino';

/** Structured log lines; secrets never reach it. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;
