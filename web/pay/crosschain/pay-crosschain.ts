/** Paying from other networks: what is loaded once for it. */

export { Crosschain } from './crosschain.tsx';
export { Offer } from './offer.tsx';
export { resume } from './resume.ts';
