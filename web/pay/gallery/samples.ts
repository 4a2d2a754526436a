import type { StateName } from '../page-state.ts';
import { BUNDLES } from './bundle-samples.tsx';
import { BEFORE_WALLET, WITHOUT_PAYMENT } from './link-samples.ts';
import { MORE } from './more-samples.tsx';
import { AFTER_SIGNATURE, BEFORE_SIGNATURE } from './payment-samples.ts';
import { ROUTES } from './route-samples.ts';
import type { AnySample, Samples } from './sample.ts';

/** Pictures of every state of the page: a state without one does not compile. */
const STATES: { readonly [P in StateName]: Samples<P> } = {
  ...WITHOUT_PAYMENT,
  ...BEFORE_WALLET,
  ...BEFORE_SIGNATURE,
  ...AFTER_SIGNATURE,
  connect: [...BEFORE_WALLET.connect, ...MORE.connect],
  mismatch: [...BEFORE_SIGNATURE.mismatch, ...MORE.mismatch],
  review: [...BEFORE_SIGNATURE.review, ...MORE.review],
  signing: [...AFTER_SIGNATURE.signing, ...MORE.signing],
  done: [...AFTER_SIGNATURE.done, ...MORE.done],
  crosschain: [
    ...ROUTES.loading,
    ...[...ROUTES.choose, ...ROUTES.quoting, ...ROUTES.review, ...ROUTES.busy, ...ROUTES.mismatch],
    ...ROUTES.following,
    ...BUNDLES,
  ],
};

/** All of them, in the order of the page. */
export const SAMPLES: readonly AnySample[] = Object.values(STATES).flat();
