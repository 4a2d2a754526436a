import { printAmount } from '#kit/amount.ts';
import type { PayerKind } from './model/payer-kind.ts';
import { type PaymentOrder, queryRates, requiredUnitsOf } from './payment-order.ts';

/** What a wallet has of one token, and what the payment takes; human decimals. */
interface PaymentOption {
  readonly balance: string;
  readonly hasEnoughBalance: boolean;
  readonly neededAmount: string;
  /** How long a route from there usually takes. */
  readonly durationSeconds?: number;
}

/** By source chain as the specification spells it, then by token symbol. */
export type PaymentOptions = Record<string, Record<string, PaymentOption>>;

/**
 * What a wallet could pay orders with: its balance of what each moves, on the chain that they share,
 * against what all of them together take of it, and of the native coin the network fees beside; a
 * currency without a rate is left out. Empty on networks that are no source chain in the specification; there no node is queried.
 */
export async function listPaymentOptions(
  orders: readonly PaymentOrder[],
  wallet: string,
  { isSafe = false }: PayerKind = {},
): Promise<PaymentOptions> {
  const [first] = orders;
  const sourceChain = first?.chain.network.sourceChain;
  if (first === undefined || sourceChain === undefined) return {};
  const currencies = [...new Map(orders.map(({ currency }) => [currency.id, currency])).values()];
  const tokens = currencies.filter(({ type }) => type !== 'ETH');
  const [balances, rates] = await Promise.all([
    first.chain.readPayerBalances(
      wallet,
      tokens.map(({ address }) => ({ tokenAddress: address, spender: 'fee_proxy' })),
    ),
    queryRates(first.chain, orders),
  ]);
  const options = currencies.flatMap((currency): [string, PaymentOption][] => {
    const mine = orders.flatMap((order, i) => (order.currency.id === currency.id ? [i] : []));
    const needed = mine.map((i) => requiredUnitsOf(orders[i] ?? first, rates[i] ?? []));
    if (needed.includes(undefined)) return [];
    const requiredUnits = needed.reduce<bigint>((sum, units) => sum + (units ?? 0n), 0n);
    const token = balances.tokens[tokens.indexOf(currency)];
    const balanceUnits = token?.balanceUnits ?? balances.nativeBalanceUnits;
    // Coins that are paid do not pay network fees.
    const { needs, networkFeeUnits } = first.chain;
    const paysNetworkFee = token === undefined && !isSafe;
    const ofCoins = paysNetworkFee ? mine.map(() => needs.payment.native) : [];
    const option = {
      balance: printAmount(balanceUnits, currency.decimals),
      hasEnoughBalance:
        balanceUnits >= requiredUnits + networkFeeUnits(ofCoins, balances.resources),
      neededAmount: printAmount(requiredUnits, currency.decimals),
    };
    return [[currency.symbol, option]];
  });
  return { [sourceChain]: Object.fromEntries(options) };
}
