import type { Currency } from '#catalog/currencies.ts';
import type { Chain } from '#chains/chain.ts';
import { printAmount } from '#kit/amount.ts';

/** What a wallet has of one token, and what the payment takes; human decimals. */
interface PaymentOption {
  readonly balance: string;
  readonly hasEnoughBalance: boolean;
  readonly neededAmount: string;
}

/** By source chain as the specification spells it, then by token symbol. */
export type PaymentOptions = Record<string, Record<string, PaymentOption>>;

interface Needed {
  readonly chain: Chain;
  readonly currency: Currency;
  /** Amount and fee together. */
  readonly requiredUnits: bigint;
}

/**
 * What a wallet could pay with: its balance of the destination's own token on its own chain.
 * Empty on networks that are no source chain in the specification; there no node is asked.
 */
export async function listPaymentOptions(needed: Needed, wallet: string): Promise<PaymentOptions> {
  const { chain, currency, requiredUnits } = needed;
  const { sourceChain } = chain.network;
  if (sourceChain === undefined) return {};
  const { balanceUnits } = await chain.readPayerFacts(wallet, currency.address);
  const option: PaymentOption = {
    balance: printAmount(balanceUnits, currency.decimals),
    hasEnoughBalance: balanceUnits >= requiredUnits,
    neededAmount: printAmount(requiredUnits, currency.decimals),
  };
  return { [sourceChain]: { [currency.symbol]: option } };
}
