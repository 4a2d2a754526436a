import type { Meter } from '#platform/metrics.ts';
import { type Outbound, openOutbound } from '#platform/outbound/outbound.ts';
import { openTxtReader, type TxtReader } from '#platform/outbound/txt-records.ts';

/** How the proofs of websites are read. */
export interface WebsiteReaders {
  readonly outbound: Pick<Outbound, 'request'>;
  readonly txt: Pick<TxtReader, 'read'>;
}

interface WebsiteReadersOptions {
  readonly meter: Meter;
  /** `address:port`, else the system's. */
  readonly nameServers?: readonly string[];
}

/** Opens the readers. Whatever receivers of webhooks may be, a website is on no private network: accounts choose these hosts. */
export function openWebsiteReaders({
  meter,
  nameServers,
}: WebsiteReadersOptions): WebsiteReaders & { close(): Promise<void> } {
  const outbound = openOutbound({
    privateAddresses: 'refuse',
    meter,
    ...(nameServers && { nameServers }),
  });
  const txt = openTxtReader(nameServers);
  return {
    outbound,
    txt,
    close: async () => {
      txt.close();
      await outbound.close();
    },
  };
}
