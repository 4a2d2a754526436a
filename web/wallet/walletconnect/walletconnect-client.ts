import { SignClient } from '@walletconnect/sign-client';

/** WalletConnect's own client, as far as it is used here. */
export type RelayClient = Awaited<ReturnType<typeof SignClient.init>>;

/** What the client is opened with. */
interface ClientParts {
  readonly projectId: string;
  readonly relayUrl: string;
  /** What the wallet shows of whoever asks. */
  readonly metadata: {
    readonly name: string;
    readonly description: string;
    readonly url: string;
    readonly icons: string[];
  };
  /** Where several clients share a process, which would share one connection otherwise. */
  readonly customStoragePrefix?: string;
}

/**
 * Opens the client: it has its keys and its sessions from this browser, and calls the relay alone. Its telemetry is off, and so is
 * the frame of another host by which it would confirm the domain of the page; a wallet then shows the domain as not verified.
 */
export async function openClient(parts: ClientParts): Promise<RelayClient> {
  const client = await SignClient.init({ ...parts, logger: 'silent', telemetryEnabled: false });
  client.core.verify.register = async () => '';
  return client;
}
