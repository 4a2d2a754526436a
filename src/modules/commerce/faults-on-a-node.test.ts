import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EscrowBlocks } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { type CommerceHost, commerceHost } from '../../../tests/support/commerce-host.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { collectStatus } from '../../hosts/monitoring/status.ts';
import { transact } from '../../platform/db/transact.ts';
import { followOperations } from './follow-operations.ts';
import { observeEscrows } from './observe-escrows.ts';
import { refreshStatus } from './refresh-status.ts';
import { insertOperation } from './store/operations.ts';
import { findOwnPayment } from './store/payments.ts';

let at: CommerceHost;
beforeAll(async () => {
  at = await commerceHost();
});
afterAll(() => at[Symbol.asyncDispose]());

async function paymentOf(requestId: string) {
  const found = await findOwnPayment(at.ctx, { accountId: at.owner.accountId, requestId });
  if (found === undefined) throw new Error(`${requestId} is stored`);
  return found;
}

/** Stores an operation as a process does that is killed before it sends anything. */
async function killedBefore(requestId: string, kind: 'authorize' | 'capture', units: bigint) {
  const { id: paymentId, accountId } = await paymentOf(requestId);
  const id = at.ctx.newOrderedId();
  const stored = { id, paymentId, accountId, kind, units, signature: undefined };
  await transact(at.ctx, async (ctx) => {
    await insertOperation(ctx, { ...stored, reason: undefined, nextCheckAt: ctx.now() });
    await refreshStatus(ctx, paymentId);
  });
}

const sentOf = async () =>
  (await at.ctx.db.selectFrom('relayed_transaction').select('id').execute()).length;

/** The same context with another escrow or another word of the nodes. */
function withChain(change: {
  readonly read?: (blocks: EscrowBlocks) => EscrowBlocks;
  readonly agree?: number;
}): Context {
  const { chain, escrow } = at.world;
  const changed = {
    ...chain,
    checkAgreement: async () => ({ agree: change.agree ?? 2, disagree: [], silent: 0 }),
    escrow: {
      ...escrow,
      readBlocks: async (query: Parameters<typeof escrow.readBlocks>[0]) => {
        const blocks = await escrow.readBlocks(query);
        return change.read === undefined ? blocks : change.read(blocks);
      },
    },
  };
  const agreement = { ...at.ctx.settings.agreement, nodesFor: () => 2 };
  const settings = change.agree === undefined ? at.ctx.settings : { ...at.ctx.settings, agreement };
  return { ...at.ctx, settings, chains: connected(changed) };
}

describe('a process that is killed', () => {
  it('before it sends has its operation carried on once, by whichever worker comes first', async () => {
    const requestId = await at.agreed();
    await killedBefore(requestId, 'authorize', 100n);
    const before = await sentOf();
    await Promise.all([followOperations(at.ctx, 50), followOperations(at.ctx, 50)]);
    await followOperations(at.ctx, 50);
    expect(await sentOf()).toBe(before + 1);
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'AUTHORIZED', canCapture: true });
  });

  it('before it sends what cannot be done any more has its operation ended, and nothing sent', async () => {
    const requestId = await at.held();
    await killedBefore(requestId, 'capture', 101n);
    expect(await at.status(requestId)).toMatchObject({ canCapture: false });
    const before = await sentOf();
    await followOperations(at.ctx, 50);
    expect(await sentOf()).toBe(before);
    expect(await at.status(requestId)).toMatchObject({ status: 'AUTHORIZED', canCapture: true });
  });
});

describe('a transaction that is reverted', () => {
  it('fails the authorisation, which can be sent again', async () => {
    const requestId = await at.agreed();
    // What the relayer stores of one whose receipt says so; its nonce is used up in the same way by another.
    await killedBefore(requestId, 'authorize', 100n);
    const { accountId, id } = await paymentOf(requestId);
    const operation = await at.ctx.db
      .selectFrom('commerce_operation')
      .select('id')
      .where('commerce_payment_id', '=', id)
      .executeTakeFirstOrThrow();
    const bytes = Buffer.alloc(32, 7);
    await at.ctx.db
      .insertInto('relayed_transaction')
      .values({
        id: at.ctx.newOrderedId(),
        account_id: accountId,
        purpose: `commerce operation ${operation.id}`,
        subject: `commerce operation ${operation.id}`,
        network: 'base',
        sender_address: '0x0000000000000000000000000000000000000001',
        nonce: 1n,
        call: '{}',
        limits: '{}',
        transaction_hash: bytes,
        signed: bytes,
        cost_units: 0n,
        created_at: at.ctx.now(),
        signed_at: at.ctx.now(),
        outcome: 'failed',
      })
      .execute();
    await followOperations(at.ctx, 50);
    expect(await at.status(requestId)).toMatchObject({
      status: 'FAILED',
      events: [{ type: 'FAILED', transactionHash: `0x${'07'.repeat(32)}` }],
    });
    expect(await at.post(requestId, 'authorize')).toMatchObject({ status: 200 });
    await at.settle();
    const shown = await at.status(requestId);
    expect(shown.status).toBe('AUTHORIZED');
    expect(shown.events.map(({ type }) => type).sort()).toEqual(['AUTHORIZED', 'FAILED']);
  });
});

describe('two workers', () => {
  it('that read the same blocks at once count an event once', async () => {
    const requestId = await at.agreed();
    await at.post(requestId, 'authorize');
    await at.post(requestId, 'capture', { captureAmount: '1' });
    await Promise.all(Array.from({ length: 4 }, () => observeEscrows(at.ctx)));
    await at.settle();
    await at.post(requestId, 'capture', { captureAmount: '60' });
    await Promise.all(Array.from({ length: 4 }, () => observeEscrows(at.ctx)));
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'PAID', capturedAmount: '60' });
  });
});

describe('what a node says alone', () => {
  it('counts once as many have it as must agree, and not before', async () => {
    const requestId = await at.agreed();
    await at.post(requestId, 'authorize');
    await observeEscrows(withChain({ agree: 1 }));
    expect(await at.status(requestId)).toMatchObject({ status: 'AUTHORIZING', events: [] });
    await observeEscrows(withChain({ agree: 2 }));
    expect(await at.status(requestId)).toMatchObject({ status: 'AUTHORIZED' });
  });

  it('keeps no other network from being read where it fails', async () => {
    const requestId = await at.agreed();
    await at.post(requestId, 'authorize');
    const { chain, escrow } = at.world;
    const readBlocks = () => Promise.reject(new TypeError('an answer of another form'));
    const failing = { ...chain, escrow: { ...escrow, readBlocks } };
    const observing = observeEscrows({ ...at.ctx, chains: connected(failing, chain) });
    await expect(observing).rejects.toThrow('an answer of another form');
    expect(await at.status(requestId)).toMatchObject({ status: 'AUTHORIZED' });
  });

  it('undoes nothing where it is behind', async () => {
    const requestId = await at.held();
    const behind = withChain({
      read: (blocks) => ({ ...blocks, events: [], upTo: 1n, headNumber: 1n, finalNumber: 1n }),
    });
    await observeEscrows(behind);
    expect(await at.status(requestId)).toMatchObject({ status: 'AUTHORIZED', canCapture: true });
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'AUTHORIZED' });
  });
});

// Last: its alarm stays.
describe('an event that the token did not confirm', () => {
  it('counts for nothing, and raises an alarm', async () => {
    const requestId = await at.agreed();
    await at.post(requestId, 'authorize');
    const unmoved = withChain({
      read: (blocks) => ({
        ...blocks,
        events: blocks.events.map((event) => ({ ...event, isMoved: false })),
      }),
    });
    await observeEscrows(unmoved);
    expect(await at.status(requestId)).toMatchObject({ status: 'AUTHORIZING', canCapture: false });
    const { alarms, escrows } = await collectStatus(at.ctx);
    expect(alarms.map(({ kind }) => kind)).toContain('escrow_unmoved');
    expect(escrows).toMatchObject([{ network: 'base', unmoved: 1 }]);
  });
});
