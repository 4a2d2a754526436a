import type { StateName } from '../page-state.ts';
import { BEFORE_WALLET, WITHOUT_PAYMENT } from './link-samples.ts';
import { AFTER_SIGNATURE, BEFORE_SIGNATURE } from './payment-samples.ts';
import { ROUTES } from './route-samples.ts';
import type { AnySample, Samples } from './sample.ts';

/** Pictures of every state of the page: a state without one does not compile. */
const STATES: { readonly [P in StateName]: Samples<P> } = {
  ...WITHOUT_PAYMENT,
  ...BEFORE_WALLET,
  ...BEFORE_SIGNATURE,
  ...AFTER_SIGNATURE,
  crosschain: [
    ...ROUTES.loading,
    ...[...ROUTES.choose, ...ROUTES.quoting, ...ROUTES.review, ...ROUTES.busy, ...ROUTES.mismatch],
    ...ROUTES.following,
  ],
};

/** All of them, in the order of the page. */
export const SAMPLES: readonly AnySample[] = Object.values(STATES).flat();
