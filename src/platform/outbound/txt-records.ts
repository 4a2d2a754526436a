import { Resolver } from 'node:dns/promises';
import { Outage } from '#kit/failure.ts';

/** A lost query to a name server is repeated after this, and fails after 3 s. */
const NAME_TIMEOUT_MS = 1_000;
const NAME_TRIES = 2;

/** What a name server answers where a name, or a record of this kind, does not exist. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** Reads TXT records of the public DNS. */
export interface TxtReader {
  /** The texts of a name, each with its chunks joined; none where it has none. Throws `Outage` where no name server answered. */
  read(name: string): Promise<readonly string[]>;
  /** Cancels the queries that wait for a name server. */
  close(): void;
}

/** Opens a reader, which queries name servers itself (`address:port`, else the system's). */
export function openTxtReader(nameServers?: readonly string[]): TxtReader {
  const resolver = new Resolver({ timeout: NAME_TIMEOUT_MS, tries: NAME_TRIES });
  if (nameServers !== undefined) resolver.setServers([...nameServers]);
  return {
    read: async (name) => {
      try {
        return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        if (ABSENT.has(code)) return [];
        throw new Outage(`no answer of a name server: ${code}`, { cause: error });
      }
    },
    close: () => resolver.cancel(),
  };
}
