import { CURRENCIES, type Currency, currencyById, LISTED_TOKENS } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { parseAmount } from '#kit/amount.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { readAddress } from '#modules/destinations/index.ts';
import { scopeOfActor, scopeOfClientId } from './fee-scope.ts';
import { isDollar } from './model/dollar.ts';
import type { FeePlan } from './model/fee-plan.ts';
import { settlePlan } from './plan-fees.ts';
import { type FeesQuery, resolveFees } from './resolve-fees.ts';

/** A payment that is not created. */
export interface FeePreviewInput extends FeesQuery {
  /** A human decimal. */
  readonly amount: string;
  /** A currency id, or a symbol, which means the first network that has it. */
  readonly currency: string;
  /** The client ID that creates it; left out, the actor does. */
  readonly clientId?: string | undefined;
}

/**
 * The fees that a payment would have if the actor, or a client ID that it names, created it now; writes nothing. Without any fee
 * the plan is empty. A default fee of the client ID is included where it can be received.
 *
 * Refuses (400) a currency that is no dollar of ours, an amount that is none, and fees that leave
 * the payee nothing, and (404) a client ID that is neither the account's nor linked to its partner.
 */
export async function previewFees(ctx: Context, input: FeePreviewInput): Promise<FeePlan> {
  const currency = findDollar(input.currency);
  if (currency === undefined) throw unsupportedCurrency(input.currency);
  const { decimals, symbol } = currency;
  const grossUnits = parseAmount(input.amount, { field: 'amount', decimals, symbol });
  const { network } = currency;
  const { flow, defaultFeeBearer } = input;
  const { clientId } = input;
  const scope =
    clientId === undefined ? scopeOfActor(ctx.actor) : await scopeOfClientId(ctx, clientId);
  const ownFee = scope.defaultFee;
  const isReceived =
    ownFee !== undefined && !('problem' in readAddress(NETWORKS[network].family, ownFee.address));
  const rules = await resolveFees(ctx, { flow, defaultFeeBearer }, scope);
  const platformFee =
    ownFee && isReceived
      ? { platformFee: { ...ownFee, configSource: 'client_id_default' as const } }
      : {};
  const payment = { currency, decimals, grossUnits, network, ...platformFee };
  const { plan } = settlePlan(ctx, payment, { flow, defaultFeeBearer, rules });
  return plan;
}

function findDollar(text: string): Currency | undefined {
  const found =
    currencyById(text) ?? [...CURRENCIES, ...LISTED_TOKENS].find(({ symbol }) => symbol === text);
  return found !== undefined && isDollar(found) ? found : undefined;
}

/** What is repeated of a caller's text is short, whatever was sent. */
const REPEATED_MAX = 64;

/** 400: fees are planned in stablecoins of the dollar alone. */
export function unsupportedCurrency(text: string): Refusal {
  const message = `currency "${text.slice(0, REPEATED_MAX)}" is not supported: fees are planned in stablecoins of the dollar, such as USDC or "USDC-base"`;
  return refuseField('currency', message, 'unsupported_currency');
}
