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

/** Payments, and the wallet that is to make all of them from another network. */
interface AccountsQuery {
  readonly orders: readonly PaymentOrder[];
  readonly payer: string;
  readonly source: Chain;
}

/**
 * Whether payer, payee and receivers of fees are contracts, on every connected network with a bridge. Throws `Outage` where the source or the
 * destination does not answer; of other networks a silent one is left out, as the wallet does not sign there.
 */
export async function readAccounts(
  ctx: Pick<Context, 'chains'>,
  { order, ...query }: Omit<AccountsQuery, 'orders'> & { readonly order: PaymentOrder },
): Promise<readonly AccountsOnNetwork[]> {
  const [accounts = []] = await readAccountsOfOrders(ctx, { ...query, orders: [order] });
  return accounts;
}

/** The same for each of several payments, by one read of each network. */
export async function readAccountsOfOrders(
  { chains }: Pick<Context, 'chains'>,
  { orders, payer, source }: AccountsQuery,
): Promise<readonly (readonly AccountsOnNetwork[])[]> {
  const ends = new Set(
    [source, ...orders.map(({ chain }) => chain)].map(({ network }) => network.id),
  );
  const all = chains.all.map(async (chain) => {
    const reading = readAccountsOnOne(chain, { orders, payer });
    const isEnd = ends.has(chain.network.id);
    return isEnd ? await reading : await withoutOutage(within(OTHERS_MS, reading, () => undefined));
  });
  const read = (await Promise.all(all)).filter((one) => one !== undefined);
  return orders.map((_, i) => read.flatMap((accounts) => accounts[i] ?? []));
}

/** Whether payer, payee and receivers of fees are contracts on one network; undefined where it has no bridge. Throws `Outage`. */
export async function readAccountsOn(
  chain: Chain,
  { order, payer }: { readonly order: PaymentOrder; readonly payer: string },
): Promise<AccountsOnNetwork | undefined> {
  const [accounts] = (await readAccountsOnOne(chain, { orders: [order], payer })) ?? [];
  return accounts;
}

async function readAccountsOnOne(
  { network, bridge }: Chain,
  { orders, payer }: Omit<AccountsQuery, 'source'>,
): Promise<readonly AccountsOnNetwork[] | undefined> {
  const payees = orders.map(({ payeeAddress }) => payeeAddress);
  const receivers = orders.map(({ feeLegs = [] }) => feeLegs.map((leg) => leg.receiverAddress));
  const addresses = [payer, ...payees, ...receivers.flat()];
  const found = await bridge?.findContracts(addresses);
  if (found === undefined || found.length < addresses.length) return undefined;
  const contracts = new Set(addresses.filter((_, i) => found[i]));
  return orders.map(({ payeeAddress }, i) => ({
    network,
    isPayerContract: contracts.has(payer),
    isPayeeContract: contracts.has(payeeAddress),
    isReceiverContract: receivers[i]?.some((receiver) => contracts.has(receiver)) ?? false,
  }));
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
