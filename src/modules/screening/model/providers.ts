/** The public lists of sanctioned addresses that contracts keep. They reject, and approve nothing. */
export const ORACLE = 'sanctions_oracle';
