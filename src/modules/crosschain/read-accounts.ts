import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { within } from '#kit/within.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { AccountsOnNetwork } from './model/contract-accounts.ts';

/** How long networks are waited for that are no end of the route. */
const OTHERS_MS = 1_000;

/** The bridge of a network that has one. */
export type Bridge = NonNullable<Chain['bridge']>;

/**
 * Whether payer and payee are contracts, on every connected network with a bridge. Throws `Outage` where the source or the
 * destination does not answer; of other networks a silent one is left out, as the wallet does not sign there.
 */
export async function readAccounts(
  { chains }: Pick<Context, 'chains'>,
  {
    order,
    payer,
    source,
  }: { readonly order: PaymentOrder; readonly payer: string; readonly source: Chain },
): Promise<readonly AccountsOnNetwork[]> {
  const all = chains.all.map(async (chain) => {
    const reading = readAccountsOn(chain, { order, payer });
    const isEnd = [source, order.chain].some((end) => end.network.id === chain.network.id);
    return isEnd ? await reading : await withoutOutage(within(OTHERS_MS, reading, () => undefined));
  });
  return (await Promise.all(all)).filter((one) => one !== undefined);
}

/** Whether payer and payee are contracts on one network; undefined where it has no bridge. Throws `Outage`. */
export async function readAccountsOn(
  { network, bridge }: Chain,
  { order, payer }: { readonly order: PaymentOrder; readonly payer: string },
): Promise<AccountsOnNetwork | undefined> {
  const found = await bridge?.findContracts([payer, order.payeeAddress]);
  const [isPayerContract, isPayeeContract] = found ?? [];
  if (isPayerContract === undefined || isPayeeContract === undefined) return undefined;
  return { network, isPayerContract, isPayeeContract };
}

/** A result, or undefined where it needs something that does not answer. */
export async function withoutOutage<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Outage) return undefined;
    throw error;
  }
}
