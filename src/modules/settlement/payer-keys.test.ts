import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountState } from '#chains/accounts.ts';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { safeAccounts, safeState } from '../../../tests/support/safe-accounts.ts';
import {
  PAYER,
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { settleTransfers } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';

const KEY = UNRELATED;
const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;
beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

interface Paid extends Partial<ObservedTransfer> {
  /** What stands at the address that the tokens came from; undefined where no node answers. */
  readonly state?: AccountState;
}

/** A link that was paid, as its event reports it, and how often accounts were read. */
async function eventOfPaid({ state, ...parts }: Paid) {
  const link = await insertLink(ctx.db);
  const { accounts, script } = safeAccounts('sepolia');
  if (state === undefined) script.isDown = true;
  else script.states.set(KEY, state);
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const block = world.block(10n);
  const update = world.blocks(block, [world.transferOf(link, block, parts)]);
  await ingestChainUpdate(ctx, { ...world.chain, accounts }, { at, update });
  await settleTransfers(ctx, 100);
  const [event] = await world.eventsOf(link);
  return { event, reads: script.reads };
}

describe('a payment by an account with the tokens of another address', () => {
  it.each<[string, AccountState]>([
    ['is a key', { kind: 'key' }],
    ['is a key that runs the code of a contract', { kind: 'delegated', to: PAYER }],
  ])('names both where the other %s', async (_what, state) => {
    const { event } = await eventOfPaid({ state, pulledFrom: KEY });
    expect(event).toMatchObject({ payerAddress: PAYER, payerEoaAddress: KEY });
  });

  it.each<[string, AccountState]>([
    ['a contract, such as an exchange', { kind: 'contract' }],
    ['a Safe', safeState([PAYER])],
  ])('names the account alone where the other is %s', async (_what, state) => {
    const { event } = await eventOfPaid({ state, pulledFrom: KEY });
    expect(event).toMatchObject({ payerAddress: PAYER, payerEoaAddress: null });
  });

  it('counts and names the account alone while no node answers', async () => {
    const { event } = await eventOfPaid({ pulledFrom: KEY });
    expect(event).toMatchObject({ event: 'payment.confirmed', payerEoaAddress: null });
  });

  it('names no key of a payment from another network, whose depositor is the payer', async () => {
    const bridge = {
      originChainId: 1,
      depositId: 7n,
      depositor: PAYER,
      termsHash: `0x${'77'.repeat(32)}`,
    } as const;
    const { event } = await eventOfPaid({ state: { kind: 'key' }, pulledFrom: KEY, bridge });
    expect(event).toMatchObject({ payerEoaAddress: null });
  });
});

it('queries no node for what nobody moved to the payer', async () => {
  const { event, reads } = await eventOfPaid({ state: { kind: 'key' } });
  expect(event).toMatchObject({ payerAddress: PAYER, payerEoaAddress: null });
  expect(reads).toBe(0);
});
