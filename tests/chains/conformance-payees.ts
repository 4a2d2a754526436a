import { expect, it } from 'vitest';
import type { ObservedTransfer, TokenPayment } from '#chains/chain.ts';
import {
  approval,
  batch,
  followTo,
  payAndFollow,
  paying,
  payment,
  type World,
} from './conformance-world.ts';

const gainOf = ({ payeeNetUnits, payeeCreditedUnits }: ObservedTransfer) => [
  payeeNetUnits,
  payeeCreditedUnits,
];

/** What every adapter measures of payees, by which a payment to oneself is distinguished from one to another. */
export function describePayees(world: World): void {
  it('measures that a payee gained what it is credited with, also of a token that keeps a share', async () => {
    const plain = await payAndFollow(world(), payment(world()));
    expect(plain.map(gainOf)).toEqual([[100n, 100n]]);
    const tokenAddress = await world().deployToken('keeps_a_share');
    const order = { ...payment(world()), tokenAddress, amountUnits: 1_000n };
    expect((await payAndFollow(world(), order)).map(gainOf)).toEqual([[990n, 990n]]);
  });

  it('measures that who pays itself gained nothing, in tokens and in coins', async () => {
    const { chain, payerAddress, send } = world();
    const order = { ...payment(world()), payeeAddress: payerAddress };
    expect((await payAndFollow(world(), order)).map(gainOf)).toEqual([[0n, 100n]]);
    if (!chain.capabilities.native) return;
    const { tokenAddress: _, ...coins } = order;
    const startBlock = (await chain.readHead()) + 1n;
    await send(paying({ ...coins, kind: 'native' }));
    const { transfers } = await followTo(world(), { known: [], startBlock });
    expect(transfers.map(gainOf)).toEqual([[0n, 100n]]);
  });

  it('measures each payee of a batch by itself, and all its payments together', async () => {
    const { chain, payerAddress, payeeAddress, unrelatedAddress, tokenAddress, send } = world();
    if (!chain.capabilities.batch) return;
    const to = (payee: string, amountUnits: bigint): TokenPayment => ({
      ...payment(world()),
      payeeAddress: payee,
      amountUnits,
    });
    const orders = [
      to(payeeAddress, 10n),
      to(payerAddress, 20n),
      to(payeeAddress, 30n),
      to(unrelatedAddress, 40n),
    ];
    await send(approval(tokenAddress, 1_000n, 'batch'));
    const startBlock = (await chain.readHead()) + 1n;
    await send(batch(orders, orders[0]?.feeAddress ?? ''));
    const { transfers } = await followTo(world(), { known: [], startBlock });
    const gains = transfers.map((one) => [one.payeeAddress, ...gainOf(one)]);
    expect(gains).toEqual([
      [payeeAddress, 40n, 40n],
      [payerAddress, -80n, 20n],
      [payeeAddress, 40n, 40n],
      [unrelatedAddress, 40n, 40n],
    ]);
    await send(approval(tokenAddress, 0n, 'batch'));
  });
}
