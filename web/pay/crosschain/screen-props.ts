import type { LinkElsewhere } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';
import type { RouteState } from './route-state.ts';
import type { SafePayer } from './safe-payer.ts';
import type { RouteSource } from './source-options.ts';

/** What the screens of a payment from another network are shown with. */
export interface RouteScreenProps {
  readonly route: RouteState;
  readonly state: LinkElsewhere;
  readonly frame: LaterFrame;
  /** Where the payer is a Safe. */
  readonly safe: SafePayer | undefined;
  readonly onPick: (source: RouteSource) => void;
  readonly onChoose: () => void;
  readonly onGo: () => void;
  readonly onRefresh: () => void;
  /** Back to paying on the link's own network. */
  readonly onLeave: () => void;
}
