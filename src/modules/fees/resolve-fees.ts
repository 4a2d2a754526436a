import type { Context } from '#context.ts';
import { type FeeScope, scopeOfActor } from './fee-scope.ts';
import { rulesOfConfigs } from './model/fee-config.ts';
import { type FeeBearer, type FeeFlow, type FeeRule, flowDefault } from './model/fee-rule.ts';
import { findConfigsFor } from './store.ts';

/** What decides which fees apply, beside the caller. */
export interface FeesQuery {
  readonly flow: FeeFlow;
  /** Who is to bear fees of which nothing else is said; left out, as the flow has it. */
  readonly defaultFeeBearer?: FeeBearer | undefined;
}

/**
 * The fees that apply to a payment that the actor, or another scope, creates now, in the order in which they are paid:
 * those of the partner who creates it, where an override of its client ID replaces the default of
 * the same flow and bearer, then the protocol fee and that of sponsored transactions. One query for a partner, none for anybody else.
 */
export async function resolveFees(
  ctx: Context,
  query: FeesQuery,
  { pair }: Pick<FeeScope, 'pair'> = scopeOfActor(ctx.actor),
): Promise<FeeRule[]> {
  const configs =
    pair !== undefined
      ? await findConfigsFor(ctx, {
          orchestratorId: pair.orchestratorId,
          clientIdId: pair.clientIdId,
          flow: query.flow === 'get_paid' ? 'incoming' : 'outgoing',
        })
      : [];
  return [...rulesOfConfigs(configs), ...protocolRules(ctx, query), ...sponsorshipRules(ctx)];
}

/** The fee of the installation: the payer bears it, unless the caller says otherwise. */
function protocolRules({ settings }: Context, { flow, defaultFeeBearer }: FeesQuery): FeeRule[] {
  if (settings.protocolFee === undefined) return [];
  const { bps, capUsd, fixedUsd, ...receivers } = settings.protocolFee;
  const byFlow = flowDefault(flow) === 'payer' ? 'flow_default' : 'forced_fee_policy';
  return [
    {
      type: 'protocol_fee',
      bps,
      capUsd,
      fixedUsd,
      bearer: defaultFeeBearer ?? 'payer',
      bearerSource: defaultFeeBearer === undefined ? byFlow : 'payment_default_override',
      configSource: 'protocol_default',
      receivers,
    },
  ];
}

/** What the installation takes for transactions that it sponsors; the payer bears it, as it is the payer who is spared. */
function sponsorshipRules({ settings }: Context): FeeRule[] {
  return settings.sponsorshipFees.map(({ fixedUsd, network, ...receivers }) => ({
    type: 'transaction_sponsorship_fee',
    bps: 0,
    capUsd: null,
    fixedUsd,
    bearer: 'payer',
    bearerSource: 'forced_fee_policy',
    configSource: 'sponsorship_default',
    receivers,
    network,
  }));
}
