export { checkHasList, noList } from './check-has-list.ts';
export { listScreenings } from './list-screenings.ts';
export type { LinkScreening } from './model/link-screening.ts';
export { PROVIDER_ERROR, SCREENING_REJECTED } from './model/link-screening.ts';
export { listsFor } from './model/lists.ts';
export { ORACLE } from './model/providers.ts';
export { recordRejection } from './record-rejection.ts';
export { findListedRecipient } from './screen-recipient.ts';
export { areWalletsScreened, type ScreenedWallet, screenWallets } from './screen-wallets.ts';
