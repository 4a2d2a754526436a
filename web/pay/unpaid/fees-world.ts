import type { Api } from '../../api/client.ts';
import type { Answer } from '../../engine/request.ts';
import type { Provider } from '../../wallet/provider.ts';
import type { PageConfig } from '../config.ts';
import type { PlannedFee } from '../plan.ts';
import type { FeesEvent, FeesState } from './fees-state.ts';
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
  /** Shows the API's state of the link on the receipt. */
  readonly dispatchPage: (answer: Answer) => void;
  readonly reportPaid: (fees: readonly PlannedFee[]) => void;
}
