import type { Currency } from '#catalog/currencies.ts';
import type { Network } from '#catalog/networks.ts';
import { printAmount } from '#kit/amount.ts';
import { dollarsOf } from './dollars.ts';

/** A currency of which the wallet has too little, in smallest units. */
interface InsufficientToken {
  readonly tokenAddress: string;
  readonly tokenSymbol: string;
  readonly paymentCurrencyId: string;
  readonly required: string;
  readonly available: string;
}

/** Whether a wallet can pay a batch. */
export interface BatchMetadata {
  readonly hasEnoughBalance: boolean;
  readonly hasEnoughGas: boolean;
  readonly canMakePayment: boolean;
  readonly insufficientTokens: InsufficientToken[];
  /** Of all transactions, as a human decimal of the native coin. */
  readonly estimatedNetworkFee: string;
  /** The same in dollars; missing where no fresh rate of the coin was read. */
  readonly estimatedNetworkFeeUsd?: string;
}

/** What a batch takes in all. */
interface BatchNeeds {
  readonly tokens: readonly { readonly currency: Currency; readonly requiredUnits: bigint }[];
  /** Coins that are paid; `currency` is undefined where none are. */
  readonly coins: { readonly currency: Currency | undefined; readonly requiredUnits: bigint };
  /** What the network takes for all transactions, approvals included, in units of the native coin. */
  readonly networkFeeUnits: bigint;
  /** What one native coin is worth in dollars, with eight decimals; undefined where that was not read. */
  readonly coinDollarUnits?: bigint | undefined;
  /** Whether somebody else pays that, as whoever executes a Safe's transaction does. */
  readonly isExecutedByOthers: boolean;
  readonly nativeCurrency: Pick<Network['nativeCurrency'], 'decimals'>;
}

/** What a wallet has; `tokens` in the order of the needs. */
interface BatchBalances {
  readonly tokens: readonly { readonly balanceUnits: bigint }[];
  readonly nativeBalanceUnits: bigint;
}

/** Whether a wallet has what a batch takes; coins that are paid do not pay network fees. */
export function batchMetadata(needs: BatchNeeds, balances: BatchBalances): BatchMetadata {
  const { currency: coin, requiredUnits: coinUnits } = needs.coins;
  const tokens = needs.tokens.flatMap(({ currency, requiredUnits }, i) =>
    shortfall(currency, requiredUnits, balances.tokens[i]?.balanceUnits ?? 0n),
  );
  const coins = coin === undefined ? [] : shortfall(coin, coinUnits, balances.nativeBalanceUnits);
  const insufficientTokens = [...tokens, ...coins];
  const hasEnoughBalance = insufficientTokens.length === 0;
  const ownFeeUnits = needs.isExecutedByOthers ? 0n : needs.networkFeeUnits;
  const hasEnoughGas = balances.nativeBalanceUnits >= coinUnits + ownFeeUnits;
  const canMakePayment = hasEnoughBalance && hasEnoughGas;
  const { coinDollarUnits } = needs;
  const { decimals } = needs.nativeCurrency;
  const estimatedNetworkFee = printAmount(needs.networkFeeUnits, decimals);
  return {
    hasEnoughBalance,
    hasEnoughGas,
    canMakePayment,
    insufficientTokens,
    estimatedNetworkFee,
    ...(coinDollarUnits !== undefined && {
      estimatedNetworkFeeUsd: dollarsOf(needs.networkFeeUnits, coinDollarUnits, decimals),
    }),
  };
}

function shortfall(currency: Currency, required: bigint, available: bigint): InsufficientToken[] {
  if (available >= required) return [];
  return [
    {
      tokenAddress: currency.address,
      tokenSymbol: currency.symbol,
      paymentCurrencyId: currency.id,
      required: required.toString(),
      available: available.toString(),
    },
  ];
}
