import type { Context } from '#context.ts';
import type { MulticallDetails, MulticallPayout } from '#modules/multicall-payouts/index.ts';
import { findPayeeNames } from '#modules/payee-names/index.ts';

type Shown = MulticallDetails['children'];

/** The children as they are shown to payers, with the names of their payees that are known by now; payees that are hidden are not looked up. */
export function nameChildren(
  ctx: Pick<Context, 'chains' | 'now' | 'log'>,
  payout: Pick<MulticallPayout, 'children'>,
  shown: Shown,
): Shown {
  const placed = shown.map((child, i) => ({ child, network: payout.children[i]?.network }));
  const names = new Map(
    [...Map.groupBy(placed, ({ network }) => network)].map(([network, mine]) => {
      const addresses = mine.flatMap(({ child }) => child.payee ?? []);
      return [network, network && findPayeeNames(ctx, { network, addresses })] as const;
    }),
  );
  return placed.map(({ child, network }) => {
    const payeeEnsName = names.get(network)?.get(child.payee ?? '');
    return payeeEnsName === undefined ? child : { ...child, payeeEnsName };
  });
}
