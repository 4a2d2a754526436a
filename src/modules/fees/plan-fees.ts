import type { Currency, FiatCurrency } from '#catalog/currencies.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
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
import { type FeesQuery, resolveFees } from './resolve-fees.ts';

/** A payment whose fees are to be planned. */
export interface PaymentToPlan {
  /** What its amounts are in: what is paid, or what the invoice is in. */
  readonly currency: Pick<Currency | FiatCurrency, 'symbol' | 'type'>;
  /** The decimals of its amounts. */
  readonly decimals: number;
  /** The requested amount, before fees. */
  readonly grossUnits: bigint;
  /** Where fees are received. */
  readonly network: NetworkId;
  /** The fee that the call or the client ID names, in the fee slot of the main payment unless it is paid apart. */
  readonly platformFee?: Pick<PlatformFee, 'percentage'> & {
    readonly address: string;
    readonly isPaidApart?: boolean;
    /** Whose it is; left out, the client ID's where the actor brings one along. */
    readonly configSource?: PlatformFee['configSource'];
  };
  /** The field that holds the amount, for a refusal; `amount` if left out. */
  readonly field?: string;
}

/** Payments of one flow that the actor creates together. */
export interface PlanFeesInput extends FeesQuery {
  readonly payments: readonly PaymentToPlan[];
}

/** A fee that is to be paid by itself. */
export interface FeeDraft {
  readonly feeType: FeeType;
  readonly label: string;
  readonly bearer: FeeBearer;
  /** The share that was agreed, of 10,000; a cap and a fixed amount may change it. Null of the platform's, whose request names it. */
  readonly percentageBps: number | null;
  /** In the unit of the invoice currency; above zero. */
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
 * Plans the fees of payments that the actor creates now, in their order. The applicable fees are
 * resolved once, with at most one query. A payment that is not in dollars has no plan, because caps
 * are in dollars; the platform's own fee is then paid without a plan.
 *
 * Refuses (400) fees that leave the payee nothing.
 */
export async function planFees(
  ctx: Context,
  { payments, ...scope }: PlanFeesInput,
): Promise<readonly FeesPlanned[]> {
  const needsRules = payments.some(({ currency }) => isDollar(currency));
  const rules = needsRules ? await resolveFees(ctx, scope) : [];
  return payments.map((payment) =>
    isDollar(payment.currency)
      ? planPayment(ctx, payment, { ...scope, rules })
      : { plan: null, netUnits: payment.grossUnits, components: [] },
  );
}

/** The fees that apply, with what decided it. */
interface ResolvedFees extends FeesQuery {
  readonly rules: readonly FeeRule[];
}

function planPayment(ctx: Context, payment: PaymentToPlan, resolved: ResolvedFees): FeesPlanned {
  const { settled, plan } = settlePlan(ctx, payment, resolved);
  return {
    plan: plan.fees.length === 0 ? null : plan,
    netUnits: settled.amounts.netUnits,
    components: componentsOf(payment, settled),
  };
}

/** The fees that are paid by themselves: those of the rules, then the platform's where it is paid apart. */
function componentsOf(
  { network, platformFee }: PaymentToPlan,
  { fees, platformUnits }: FeesSettled,
): readonly FeeDraft[] {
  const { family } = NETWORKS[network];
  const ofRules = fees.map(({ rule, units }): FeeDraft => {
    const receiverAddress = receiverOn(family, rule.receivers);
    invariant(receiverAddress !== undefined, 'fees that nobody receives were left out');
    const { type: feeType, bearer, bps: percentageBps } = rule;
    const label = FEE_LABELS[feeType];
    return { feeType, label, bearer, percentageBps, units, receiverAddress };
  });
  const ofPlatform: FeeDraft[] =
    platformFee?.isPaidApart === true
      ? [
          {
            feeType: 'platform_fee',
            label: FEE_LABELS.platform_fee,
            bearer: 'payer',
            percentageBps: null,
            units: platformUnits,
            receiverAddress: platformFee.address,
          },
        ]
      : [];
  return [...ofRules, ...ofPlatform].filter(({ units }) => units > 0n);
}

/**
 * Calculates the fees of a payment in dollars; without any the plan is empty. A fee applies only on
 * chains on which somebody receives it, and that of one network there alone.
 */
export function settlePlan(
  ctx: Context,
  payment: PaymentToPlan,
  { flow, defaultFeeBearer, rules: all }: ResolvedFees,
): { readonly settled: FeesSettled; readonly plan: FeePlan } {
  const { grossUnits, decimals, network, field } = payment;
  const { family } = NETWORKS[network];
  const rules = all.filter(
    (rule) =>
      receiverOn(family, rule.receivers) !== undefined && (rule.network ?? network) === network,
  );
  const platformFee = platformFeeOf(ctx, payment);
  const settled = settleFees({ grossUnits, decimals, rules, platformFee, field });
  const defaultBearer = defaultFeeBearer ?? flowDefault(flow);
  return { settled, plan: feePlan(settled, { flow, defaultBearer, decimals, platformFee }) };
}

/** The fee of a client ID replaces the fee of a call, and the plan names which it was. */
function platformFeeOf(
  { actor }: Context,
  { platformFee, network }: PaymentToPlan,
): PlatformFee | undefined {
  if (platformFee === undefined) return undefined;
  const { percentage, address, configSource } = platformFee;
  const isOwn = 'defaultFee' in actor && actor.defaultFee !== undefined;
  return {
    percentage,
    receivers: receiverAt(NETWORKS[network].family, address),
    configSource: configSource ?? (isOwn ? 'client_id_default' : 'payment'),
  };
}
