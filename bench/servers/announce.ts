import type { FastifyInstance } from 'fastify';
import type { AnnouncedInput } from '../spawn-server.ts';

interface Server {
  readonly app: FastifyInstance;
  readonly calls: AnnouncedInput['calls'];
  /** Closes what the server has open. */
  close(): Promise<unknown>;
}

/**
 * How many links are read beside the first: enough that calls of the same moment read different ones,
 * as payers do.
 */
export const OTHER_LINKS = 999;

/** How many different payees links are created for. */
export const PAYEES = 1_000;

/** Listens on a free port of loopback, reports to the benchmark how to call it, and ends on a signal. */
export async function announce({ app, calls, close }: Server): Promise<void> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const end = () =>
    void app
      .close()
      .then(close)
      .then(() => process.exit(0));
  process.once('SIGTERM', end);
  // The benchmark was killed.
  process.once('disconnect', end);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ processorUs: user + system });
  });
  process.send?.({ url, calls } satisfies AnnouncedInput);
}

/** The database URL that the benchmark passed. */
export function databaseUrlArgument(): string {
  const url = process.argv[2];
  if (url === undefined) throw new Error('The only argument is the URL of the database.');
  return url;
}
