import type { Api } from '../../api/client.ts';
import type { RoutesApi } from '../../api/routes.ts';
import type { Provider } from '../../wallet/provider.ts';
import type { PageConfig } from '../config.ts';
import type { Link } from '../link.ts';
import type { PageEvent, Payer } from '../page-state.ts';
import type { RouteEvent } from './route-state.ts';
import type { SafePayer } from './safe-payer.ts';
import type { RouteMemory } from './sent-route.ts';

/** What the page is given once a payment from another network was sent. */
export const FOLLOWED = {
  type: 'crosschain',
  link: undefined,
  follows: true,
} as const satisfies PageEvent;

/** Everything that paying from another network touches. */
export interface RouteWorld {
  readonly config: PageConfig;
  readonly api: Api;
  readonly routes: RoutesApi;
  readonly memory: RouteMemory;
  /** As the page shows it: what calldata is compared with. */
  readonly link: Link;
  /** Undefined while a payment of another device is followed. */
  readonly payer: Payer | undefined;
  /** Where the payer is a Safe. */
  readonly safe?: SafePayer | undefined;
  readonly provider: (walletId: string) => Provider | undefined;
  /** Aborted once the state is left in which this is read. */
  readonly signal: AbortSignal;
  readonly dispatch: (event: RouteEvent) => void;
  readonly dispatchPage: (event: PageEvent) => void;
  /** Payments that may still arrive, of which the payer was warned. */
  readonly warned: Set<string>;
}
