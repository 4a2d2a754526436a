import { type Logger, pino } from 'pino';
import { type GatheredLines, gatherLines } from './gather-lines.ts';
import { hideSecrets } from './hide-secrets.ts';

/** Structured log lines; secrets never reach it. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>;

interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly mode: 'sandbox' | 'production';
  /** Where lines go instead of the standard output, each with its line end. */
  readonly write?: (line: string) => void;
}

/** What pino calls the level `info`; lines above it are written at once. */
const INFO = 30;

/**
 * Opens the log: one JSON object a line in production, short readable lines in the sandbox and on a
 * terminal. Both hide what has the form of a secret.
 */
export function openLog(options: LogOptions): Log {
  const readable = options.mode === 'sandbox' || process.stdout.isTTY === true;
  const lines = options.write === undefined && !readable ? standardOutput() : undefined;
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  const destination = {
    // Set by pino before each line.
    lastLevel: 0,
    [pino.symbols.needsMetadataGsym]: true as const,
    write: (line: string) => {
      const safe = hideSecrets(line);
      if (lines === undefined) write(readable ? readableLine(safe) : safe);
      else lines.add(safe, destination.lastLevel > INFO);
    },
  };
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err },
    },
    destination,
  );
}

let gathered: GatheredLines | undefined;

/** The standard output of this process. What waits is also written when it exits, by itself or by an error that nobody caught. */
function standardOutput(): GatheredLines {
  if (gathered !== undefined) return gathered;
  const lines = gatherLines((text) => process.stdout.write(text));
  process.on('exit', lines.flush);
  gathered = lines;
  return lines;
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
