/** The network on which these worlds have recurring payouts. */
export const RECURRING_NETWORK = 'sepolia';
/** What recurring payouts are in; the last keeps a share of what is moved. */
export const RECURRING_CURRENCIES = ['USDC-sepolia', 'USDC-sepolia', 'FAU-sepolia'];
/** Who pays them: few, so that one payer often has several. */
export const RECURRING_PAYERS = [`0x${'31'.repeat(20)}`, `0x${'32'.repeat(20)}`] as const;
/** The key of the installation. */
export const OPERATOR = `0x${'41'.repeat(20)}`;
/** Another relayer of the same contract. */
export const OTHER_RELAYER = `0x${'42'.repeat(20)}`;
/** What somebody has who lacks nothing. */
export const RICH = 10n ** 30n;
