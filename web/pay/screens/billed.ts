/** The screens with a bill and those that need calldata first, loaded together. */

export { Unpaid } from '../unpaid/unpaid.tsx';
export { Approving } from './approving.tsx';
export { NoGas } from './no-gas.tsx';
export { Receipt } from './receipt.tsx';
export { Reverted } from './reverted.tsx';
export { Review } from './review.tsx';
export { Short } from './short.tsx';
export { Signing } from './signing.tsx';
export { spokenBilled } from './spoken.ts';
export { Stale } from './stale.tsx';
export { Unpayable } from './unpayable.tsx';
