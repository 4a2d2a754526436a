export { checkHasList, noList } from './check-has-list.ts';
export { checkPlan, notScreened } from './check-plan.ts';
export { judgeByPlan } from './judge-by-plan.ts';
export type { WalletDecision } from './judge-wallet.ts';
export { listScreenings } from './list-screenings.ts';
export { listScreeningsOfAll } from './list-screenings-of-all.ts';
export { measureScreenings } from './measure-screenings.ts';
export { PROVIDER_ERROR, SCREENING_REJECTED, SCREENING_RUNNING } from './model/link-screening.ts';
export { listsFor } from './model/lists.ts';
export type { LinkWallet } from './model/screened-subject.ts';
export {
  readScreeningPlan,
  type ScreeningPlan,
  writeScreeningPlan,
} from './model/screening-plan.ts';
export { recordDecision } from './record-decision.ts';
export { recordRejection } from './record-rejection.ts';
export { type PlanResult, screenPayerByPlan } from './screen-by-plan.ts';
export { areWalletsScreened, type ScreenedWallet, screenWallets } from './screen-wallets.ts';
