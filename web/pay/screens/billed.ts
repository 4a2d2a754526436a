/** The screens with a bill, loaded together. */
export { Review } from './review.tsx';
export { Signing } from './signing.tsx';
