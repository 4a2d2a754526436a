/** Payments of Safes from other networks, loaded for accounts that are contracts. */

export { safeRouteMessages } from '../messages/en/safe-route.ts';
export { readSafePayer } from './safe-payer.ts';
export { SafeNote, SafeReturn, safeButton } from './safe-review.tsx';
export { SafeSources } from './safe-sources.tsx';
export { readSafeTerms, renewSafeTerms } from './safe-terms.ts';
export { signAsSafe } from './sign-as-safe.ts';
