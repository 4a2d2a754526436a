import type { Api } from '../api/client.ts';
import type { Provider } from '../wallet/provider.ts';
import type { PageConfig } from './config.ts';
import type { Memory } from './memory.ts';
import { messages } from './messages/en.ts';
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
  /** Tells the wallets found so far to a place that may not know them yet. */
  readonly offer: () => void;
  /** The newest display data that the API gave. */
  view: unknown;
  /** Ends what the place before had begun. */
  left: AbortController;
}

/** Works with a wallet; whatever it refuses is told. */
export async function withWallet(
  world: World,
  walletId: string,
  work: (provider: Provider) => Promise<void>,
): Promise<void> {
  try {
    const evm = await import('../wallet/evm.ts');
    const provider = world.provider(walletId);
    if (provider === undefined) throw new evm.WalletError('disconnected');
    await work(provider);
  } catch (error) {
    const refusal: unknown =
      error instanceof Error && error.name === 'WalletError'
        ? Reflect.get(error, 'refusal')
        : undefined;
    world.dispatch({ type: 'wallet_refused', refusal: isRefusal(refusal) ? refusal : 'failed' });
  }
}

type Refused = Extract<PageEvent, { type: 'wallet_refused' }>['refusal'];

function isRefusal(value: unknown): value is Refused {
  return typeof value === 'string' && value in messages.notices;
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Does something later, unless the payer has gone on by then. */
export function setTimer(world: World, waitMs: number, work: () => void): void {
  const timer = setTimeout(work, waitMs);
  world.left.signal.addEventListener('abort', () => clearTimeout(timer));
}
