import type { Flow } from '#modules/events/index.ts';
import type { ScreeningPlan } from '#modules/screening/index.ts';

/** What a payment was created with. */
interface JudgedPayment {
  readonly flow: Flow;
  readonly plan: ScreeningPlan | null;
}

/** Who judges each side of a payment; null where nobody does. */
interface PartyPlans {
  readonly payer: ScreeningPlan | null;
  readonly recipient: ScreeningPlan | null;
}

/** The side that vendors judge: of money that comes in who pays, and of money that goes out who is paid. */
export function partyPlans({ flow, plan }: JudgedPayment): PartyPlans {
  return flow === 'incoming' ? { payer: plan, recipient: null } : { payer: null, recipient: plan };
}
