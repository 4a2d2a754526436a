import type { Answer } from '../../api/answer.ts';
import type { Api } from '../../api/client.ts';
import type { Provider } from '../../wallet/provider.ts';
import type { PageConfig } from '../config.ts';
import type { PlannedFee } from '../plan.ts';
import type { FeesEvent, FeesNotice, FeesState } from './fees-state.ts';
import type { FeesMemory } from './sent-fees.ts';

/** Everything that paying outstanding fees touches. */
export interface FeesWorld {
  readonly config: PageConfig;
  readonly api: Api;
  readonly memory: FeesMemory;
  /** Ends with the page. */
  readonly signal: AbortSignal;
  readonly provider: (walletId: string) => Provider | undefined;
  readonly state: () => FeesState;
  readonly dispatch: (event: FeesEvent) => void;
  /** Shows on the receipt what the API says of the link. */
  readonly dispatchPage: (answer: Answer) => void;
  readonly reportPaid: (fees: readonly PlannedFee[]) => void;
}

type Evm = typeof import('../../wallet/evm.ts');

/** Works with a wallet; answers what it refused, if it did. */
export async function withFeesWallet(
  world: FeesWorld,
  walletId: string,
  work: (provider: Provider, evm: Evm) => Promise<void>,
): Promise<FeesNotice | undefined> {
  const evm = await import('../../wallet/evm.ts');
  const provider = world.provider(walletId);
  if (provider === undefined) return 'disconnected';
  try {
    await work(provider, evm);
    return undefined;
  } catch (error) {
    return error instanceof evm.WalletError ? error.refusal : 'failed';
  }
}
