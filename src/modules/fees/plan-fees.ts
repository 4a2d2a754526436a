import type { Currency, FiatCurrency } from '#catalog/currencies.ts';
import type { ChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isDollar } from './model/dollar.ts';
import { type FeePlan, feePlan } from './model/fee-plan.ts';
import {
  FEE_LABELS,
  type FeeBearer,
  type FeeRule,
  type FeeType,
  flowDefault,
  type PlatformFee,
  receiverAt,
  receiverOn,
} from './model/fee-rule.ts';
import { type FeesSettled, settleFees } from './model/settle-fees.ts';
import { type FeesAsk, resolveFees } from './resolve-fees.ts';

/** A payment whose fees are to be planned. */
export interface PlanAsk extends FeesAsk {
  /** In which the books of the payment are kept: what is paid, or what the invoice is in. */
  readonly currency: Pick<Currency | FiatCurrency, 'symbol' | 'type'>;
  /** The decimals of the books. */
  readonly decimals: number;
  /** What was asked for, in the unit of the books. */
  readonly grossUnits: bigint;
  /** On which kind of chain fees are received. */
  readonly family: ChainFamily;
  /** The fee in the fee slot of the main payment, where there is one. */
  readonly platformFee?: Pick<PlatformFee, 'percentage'> & { readonly address: string };
  /** What `resolveFees` answered, where many payments are planned at once; looked up where left out. */
  readonly rules?: readonly FeeRule[] | undefined;
  /** The field that says the amount, for the words of a refusal; `amount` where left out. */
  readonly field?: string;
}

/** A fee that is to be paid by itself. */
export interface FeeDraft {
  readonly feeType: Exclude<FeeType, 'platform_fee'>;
  readonly label: string;
  readonly bearer: FeeBearer;
  /** The share that was agreed, of 10,000; a cap and a fixed amount may make it come to another. */
  readonly percentageBps: number;
  /** In the unit of the books; above zero. */
  readonly units: bigint;
  /** In the form in which its chain shows addresses. */
  readonly receiverAddress: string;
}

/** The fees of a payment as they are agreed when it is created. */
export interface FeesPlanned {
  /** Null where no fee applies. */
  readonly plan: FeePlan | null;
  /** What the main payment is of: the gross amount less what the payee bears. */
  readonly netUnits: bigint;
  /** In the order in which they are paid, after the main payment. */
  readonly components: readonly FeeDraft[];
}

/**
 * Plans the fees of a payment that the actor creates now. Nothing is planned in a currency that is
 * no dollar, because caps are in dollars; the platform's own fee is then paid without a plan.
 *
 * Refuses (400) fees that leave the payee nothing.
 */
export async function planFees(ctx: Context, ask: PlanAsk): Promise<FeesPlanned> {
  const { grossUnits } = ask;
  if (!isDollar(ask.currency)) return { plan: null, netUnits: grossUnits, components: [] };
  const { settled, plan } = await settlePlan(ctx, ask);
  return {
    plan: plan.fees.length === 0 ? null : plan,
    netUnits: settled.amounts.netUnits,
    components: settled.fees
      .filter(({ units }) => units > 0n)
      .map(({ rule, units }) => {
        const receiverAddress = receiverOn(ask.family, rule.receivers);
        invariant(receiverAddress !== undefined, 'fees that nobody receives were left out');
        const { type: feeType, bearer, bps: percentageBps } = rule;
        const label = FEE_LABELS[feeType];
        return { feeType, label, bearer, percentageBps, units, receiverAddress };
      }),
  };
}

/**
 * Settles the fees of a payment in dollars, and tells of them also where there are none. A fee
 * applies only on chains on which somebody receives it.
 */
export async function settlePlan(
  ctx: Context,
  ask: PlanAsk,
): Promise<{ readonly settled: FeesSettled; readonly plan: FeePlan }> {
  const { flow, grossUnits, decimals, family, field } = ask;
  const all = ask.rules ?? (await resolveFees(ctx, ask));
  const rules = all.filter(({ receivers }) => receiverOn(family, receivers) !== undefined);
  const platformFee = platformFeeOf(ctx, ask);
  const settled = settleFees({ grossUnits, decimals, rules, platformFee, field });
  const defaultBearer = ask.defaultFeeBearer ?? flowDefault(flow);
  return { settled, plan: feePlan(settled, { flow, defaultBearer, decimals, platformFee }) };
}

/** What a client ID brings along replaces the fee of a call, and the plan says which it was. */
function platformFeeOf(
  { actor }: Context,
  { platformFee, family }: PlanAsk,
): PlatformFee | undefined {
  if (platformFee === undefined) return undefined;
  const { percentage, address } = platformFee;
  const isOwn = 'defaultFee' in actor && actor.defaultFee !== undefined;
  return {
    percentage,
    receivers: receiverAt(family, address),
    configSource: isOwn ? 'client_id_default' : 'payment',
  };
}
