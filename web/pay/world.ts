import type { Api } from '../api/client.ts';
import type { Provider } from '../wallet/provider.ts';
import { sentenceOf, withWallet as withProvider } from '../wallet/with-wallet.ts';
import type { PageConfig } from './config.ts';
import type { Memory } from './memory.ts';
import type { PageEvent } from './page-state.ts';

/** Milliseconds between two questions while something is about to settle. */
export const SETTLING_POLL_MS = 1_500;

/** Everything the effects share. */
export interface World {
  readonly config: PageConfig;
  readonly api: Api;
  readonly memory: Memory;
  readonly dispatch: (event: PageEvent) => void;
  readonly provider: (walletId: string) => Provider | undefined;
  /** Dispatches the wallets found so far to a page state that may not have them yet. */
  readonly offer: () => void;
  /** The newest display data that the API gave. */
  view: unknown;
  /** Aborted once the page has left the state that it is in when this is read. */
  readonly signal: AbortSignal;
}

/** Works with a wallet; its refusals are dispatched. */
export async function withWallet(
  world: World,
  walletId: string,
  work: (provider: Provider) => Promise<void>,
): Promise<void> {
  let said: ReturnType<typeof sentenceOf>;
  const refusal = await withProvider(world.provider(walletId), (provider) =>
    work(provider).catch((error: unknown) => {
      said = sentenceOf(error);
      throw error;
    }),
  );
  if (refusal !== undefined) world.dispatch({ type: 'wallet_refused', refusal: said ?? refusal });
}
