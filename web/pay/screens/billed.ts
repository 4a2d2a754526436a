/** The screens with a bill, loaded together. */
export { Receipt } from './receipt.tsx';
export { Review } from './review.tsx';
export { Signing } from './signing.tsx';
