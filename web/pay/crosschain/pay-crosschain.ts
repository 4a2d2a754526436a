/** Paying from other networks: what is loaded once for it. */

export { Offer } from './offer.tsx';
export { resume } from './resume.ts';
export { isBridgedFrom } from './source-options.ts';
export { Way as Crosschain } from './way.tsx';
