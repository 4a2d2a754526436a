import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountState } from '#chains/accounts.ts';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { accountReads } from '../../../tests/support/account-reads.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
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

/** A link that was paid, as its event reports it. */
async function eventOfPaid(
  readState: () => Promise<AccountState>,
  parts: Partial<ObservedTransfer>,
): Promise<unknown> {
  const link = await insertLink(ctx.db);
  await pay(link, readState, parts);
  const [event] = await world.eventsOf(link);
  return event;
}

async function pay(
  link: PayableLink,
  readState: () => Promise<AccountState>,
  parts: Partial<ObservedTransfer>,
): Promise<void> {
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const block = world.block(10n);
  const update = world.blocks(block, [world.transferOf(link, block, parts)]);
  const chain = { ...world.chain, accounts: accountReads({ readState }) };
  await ingestChainUpdate(ctx, chain, { at, update });
  await settleTransfers(ctx, 100);
}

describe('a payment by an account with the tokens of another address', () => {
  it('names both where the other is a key', async () => {
    const event = await eventOfPaid(async () => ({ kind: 'key' }), { pulledFrom: KEY });
    expect(event).toMatchObject({ payerAddress: PAYER, payerEoaAddress: KEY });
  });

  it('names both where the key runs the code of a contract', async () => {
    const state = { kind: 'delegated', to: PAYER } as const;
    const event = await eventOfPaid(async () => state, { pulledFrom: KEY });
    expect(event).toMatchObject({ payerAddress: PAYER, payerEoaAddress: KEY });
  });

  it('names the account alone where the other is a contract, such as an exchange', async () => {
    const event = await eventOfPaid(async () => ({ kind: 'contract' }), { pulledFrom: KEY });
    expect(event).toMatchObject({ payerAddress: PAYER, payerEoaAddress: null });
  });

  it('counts and names the account alone while no node answers', async () => {
    const fail = () => Promise.reject(new Outage('no node answers'));
    const event = await eventOfPaid(fail, { pulledFrom: KEY });
    expect(event).toMatchObject({ event: 'payment.confirmed', payerEoaAddress: null });
  });

  it('names no key of a payment from another network, whose depositor is the payer', async () => {
    const bridge = {
      originChainId: 1,
      depositId: 7n,
      depositor: PAYER,
      termsHash: `0x${'77'.repeat(32)}`,
    } as const;
    const event = await eventOfPaid(async () => ({ kind: 'key' }), { pulledFrom: KEY, bridge });
    expect(event).toMatchObject({ payerEoaAddress: null });
  });
});

it('queries no node for what nobody moved to the payer', async () => {
  const event = await eventOfPaid(() => Promise.reject(new Error('was queried')), {});
  expect(event).toMatchObject({ payerAddress: PAYER, payerEoaAddress: null });
});
