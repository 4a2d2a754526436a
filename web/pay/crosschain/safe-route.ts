/** Payments of Safes from other networks, loaded for accounts that are contracts. */

export { readSafePayer } from './safe-payer.ts';
export { SafeNote, SafeReturn, safeButton } from './safe-review.tsx';
export { SafeSources } from './safe-sources.tsx';
export { readSafeTerms } from './safe-terms.ts';
export { signAsSafe } from './sign-as-safe.ts';
