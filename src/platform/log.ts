import { type Logger, pino } from 'pino';
import { hideSecrets } from './hide-secrets.ts';

/** Structured log lines; secrets never reach it. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>;

interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly mode: 'sandbox' | 'production';
  /** Where lines go instead of the standard output, each with its line end. */
  readonly write?: (line: string) => void;
}

/**
 * Opens the log: one JSON object a line in production, short readable lines in the sandbox and on a
 * terminal. Both hide what has the form of a secret.
 */
export function openLog(options: LogOptions): Log {
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  const readable = options.mode === 'sandbox' || process.stdout.isTTY === true;
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err },
    },
    {
      write: (line: string) => {
        const safe = hideSecrets(line);
        write(readable ? readableLine(safe) : safe);
      },
    },
  );
}

/** `12:30:59 warn  watching failed; resuming network=base` and, after an error, its stack. */
function readableLine(line: string): string {
  const { level, time, msg, err, ...rest } = parseLine(line);
  const details = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const head = [String(time).slice(11, 19), String(level).padEnd(5), msg, ...details].join(' ');
  const trace = isObject(err) ? `\n${indent(String(err['stack'] ?? err['message']))}` : '';
  return `${head}${trace}\n`;
}

function parseLine(line: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(line);
  return isObject(parsed) ? parsed : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
