/** Owns what belongs to Florin itself; a migration made it. */
export const SYSTEM_ACCOUNT_ID = '0'.repeat(26);
