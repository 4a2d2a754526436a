import { SignClient } from '@walletconnect/sign-client';
import { PROJECT_ID } from './walletconnect-relay.ts';

/** A wallet app behind the relay, of the vendor's own client. */
export interface WalletApp extends AsyncDisposable {
  /** Takes the code that a page shows, as scanning it does. */
  scan(uri: string): Promise<void>;
  /** Whether it takes the next connection. */
  isConnecting: boolean;
  /** How many connections it has. */
  countConnections(): number;
  /** Ends every connection. */
  disconnect(): Promise<void>;
  /** What it shows as the name and the address of who asked last. */
  readonly asked: { name?: string; url?: string };
  /** The requests that reached it. */
  readonly requests: { readonly method: string; readonly chainId: string }[];
}

interface WalletAppParts {
  readonly relayUrl: string;
  readonly address: string;
  readonly chainIds: readonly number[];
  /** Answers a request, or throws what it refuses it with. */
  readonly handle: (call: {
    readonly method: string;
    readonly params: readonly unknown[];
  }) => Promise<unknown>;
}

/** What it does not know is refused, as wallets do. */
const METHODS = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4'];

let apps = 0;

/** Opens a wallet app; it has the account on the networks, and connects to whoever it scans. */
export async function openWalletApp(parts: WalletAppParts): Promise<WalletApp> {
  apps += 1;
  const client = await SignClient.init({
    projectId: PROJECT_ID,
    relayUrl: parts.relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: `app-${apps}`,
    metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] },
  });
  const app: WalletApp = {
    isConnecting: true,
    asked: {},
    requests: [],
    async scan(uri) {
      await client.pair({ uri });
    },
    async [Symbol.asyncDispose]() {
      client.core.heartbeat.stop();
      await client.core.relayer.transportClose();
    },
    countConnections: () => client.session.length,
    async disconnect() {
      const reason = { code: 6000, message: 'User disconnected.' };
      for (const { topic } of client.session.getAll()) await client.disconnect({ topic, reason });
    },
  };
  client.on('session_proposal', ({ id, params }) => {
    Object.assign(app.asked, params.proposer.metadata);
    if (!app.isConnecting) {
      void client.reject({ id, reason: { code: 5000, message: 'User rejected.' } });
      return;
    }
    const asked = params.optionalNamespaces['eip155']?.chains ?? [];
    const chains = asked.filter((chain) => parts.chainIds.some((one) => chain === `eip155:${one}`));
    const accounts = chains.map((chain) => `${chain}:${parts.address}`);
    const events = ['accountsChanged', 'chainChanged'];
    const namespaces = { eip155: { chains, accounts, methods: METHODS, events } };
    void client.approve({ id, namespaces });
  });
  client.on('session_request', ({ topic, id, params }) => {
    const { method, params: given } = params.request;
    app.requests.push({ method, chainId: params.chainId });
    void parts.handle({ method, params: given }).then(
      (result) => client.respond({ topic, response: { id, jsonrpc: '2.0', result } }),
      (error: unknown) => {
        const code = Number(Reflect.get(Object(error), 'code') ?? 5000);
        const refusal = { code, message: String(Reflect.get(Object(error), 'message')) };
        return client.respond({ topic, response: { id, jsonrpc: '2.0', error: refusal } });
      },
    );
  });
  return app;
}
