/** The screens with a bill and those that need calldata first, loaded together. */
export { Finality } from './finality.tsx';
export { NoGas } from './no-gas.tsx';
export { Receipt } from './receipt.tsx';
export { Review } from './review.tsx';
export { Short } from './short.tsx';
export { Signing } from './signing.tsx';
