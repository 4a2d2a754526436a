import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call, Chain, PreparedCall, TransactionSender } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';

/** What the suite needs of a network on which an installation sends. */
export interface SenderHarness {
  readonly chain: Chain;
  /** A call that succeeds as often as it is sent; each number makes another one. */
  call(number: number): Call;
  /** A call that reverts. */
  readonly reverting: Call;
  /** Makes a block of what waits; between two calls none is made. */
  mine(): Promise<void>;
  /** Takes so many of the newest blocks back. What they held waits again, or is sent again. */
  reorganize(depth: number): Promise<void>;
  /** Gives the sender so much of the coin, and takes what it had. */
  setBalance(units: bigint): Promise<void>;
  stop(): Promise<void>;
}

type World = () => SenderHarness;

const RICH = 10n ** 20n;

/** Runs the suite that the sender of every adapter that has one passes, against the port alone. */
export function describeSender(name: string, start: () => Promise<SenderHarness>): void {
  describe(`the sender of ${name}`, () => {
    let world: SenderHarness;
    beforeAll(async () => {
      world = await start();
      await world.setBalance(RICH);
    });
    afterAll(() => world?.stop());
    describeCosts(() => world);
    describeNonces(() => world);
    describeReplacements(() => world);
    describeReorgs(() => world);
  });
}

function senderOf({ chain: { sender, network } }: SenderHarness): TransactionSender {
  if (sender === undefined) throw new Error(`${network.id} has no sender`);
  return sender;
}

let calls = 0;

async function prepared(world: SenderHarness): Promise<PreparedCall> {
  calls += 1;
  const found = await senderOf(world).prepare(world.call(calls));
  if ('refused' in found) throw new Error(`the call is refused: ${found.refused}`);
  return found;
}

/** Signs and broadcasts; returns the hash and the bytes. */
async function send(world: SenderHarness, call: PreparedCall, nonce = call.nextNonce) {
  const own = await senderOf(world).sign(call, nonce);
  expect(await world.chain.broadcast(own.signed)).toBe(own.transactionHash);
  return own;
}

async function raised(world: SenderHarness, call: PreparedCall): Promise<PreparedCall> {
  const found = await senderOf(world).raise(call);
  if (found === undefined) throw new Error('the fees are as high as they get');
  return found;
}

const noncesOf = (world: SenderHarness, depth = 1) => {
  const sender = senderOf(world);
  return sender.readNonces(sender.address, depth);
};

const isCarriedOut = async ({ chain }: SenderHarness, hash: Hex) =>
  (await chain.readOutcome(hash)) !== undefined;

function describeCosts(world: World): void {
  it('says what a call costs at most, and pays no more', async () => {
    const call = await prepared(world());
    expect(await senderOf(world()).readTypicalCost()).toBeGreaterThan(0n);
    expect(call.balanceUnits).toBe(await senderOf(world()).readBalance());
    const { transactionHash } = await send(world(), call);
    await world().mine();
    expect(await world().chain.readOutcome(transactionHash)).toMatchObject({ status: 'success' });
    const spent = call.balanceUnits - (await senderOf(world()).readBalance());
    expect(spent).toBeGreaterThan(0n);
    expect(spent).toBeLessThanOrEqual(call.costUnits);
  });

  it('says why a call would revert, and uses no nonce for it', async () => {
    const { nextNonce } = await prepared(world());
    const refused = await senderOf(world()).prepare(world().reverting);
    expect(refused).toEqual({ refused: expect.any(String) });
    expect((await prepared(world())).nextNonce).toBe(nextNonce);
  });

  it('is not sent where the sender has too little for it', async () => {
    const call = await prepared(world());
    await world().setBalance(call.costUnits - 1n);
    expect(await senderOf(world()).readBalance()).toBe(call.costUnits - 1n);
    expect((await prepared(world())).balanceUnits).toBe(call.costUnits - 1n);
    const { signed } = await senderOf(world()).sign(call, call.nextNonce);
    await expect(world().chain.broadcast(signed)).rejects.toThrow();
    await world().setBalance(RICH);
    expect((await prepared(world())).nextNonce).toBe(call.nextNonce);
  });
}

function describeNonces(world: World): void {
  it('counts what is in blocks, the newest and one so deep, and next to it what waits', async () => {
    const before = await noncesOf(world());
    const first = await prepared(world());
    expect(first.nextNonce).toBe(before.newest);
    await send(world(), first);
    expect((await prepared(world())).nextNonce).toBe(before.newest + 1n);
    expect((await noncesOf(world())).newest).toBe(before.newest);
    await world().mine();
    expect(await noncesOf(world(), 2)).toEqual({ newest: before.newest + 1n, deep: before.newest });
    await world().mine();
    expect((await noncesOf(world(), 2)).deep).toBe(before.newest + 1n);
    expect((await noncesOf(world(), 1_000_000)).deep).toBe(0n);
  });

  it('keeps a transaction back until those before it are there', async () => {
    const call = await prepared(world());
    const later = await send(world(), call, call.nextNonce + 1n);
    await world().mine();
    expect(await isCarriedOut(world(), later.transactionHash)).toBe(false);
    await send(world(), await prepared(world()), call.nextNonce);
    await world().mine();
    await world().mine();
    expect(await isCarriedOut(world(), later.transactionHash)).toBe(true);
    expect((await noncesOf(world())).newest).toBe(call.nextNonce + 2n);
  });

  it('is carried out once, however often the same bytes are sent', async () => {
    const call = await prepared(world());
    const own = await send(world(), call);
    await expect(world().chain.broadcast(own.signed)).rejects.toThrow();
    await world().mine();
    await expect(world().chain.broadcast(own.signed)).rejects.toThrow();
    await world().mine();
    expect((await noncesOf(world())).newest).toBe(call.nextNonce + 1n);
  });
}

function describeReplacements(world: World): void {
  it('replaces a transaction by raised fees, and one of both is carried out', async () => {
    const call = await prepared(world());
    const first = await send(world(), call);
    const second = await send(world(), await raised(world(), call), call.nextNonce);
    expect(second.transactionHash).not.toBe(first.transactionHash);
    await world().mine();
    expect(await isCarriedOut(world(), second.transactionHash)).toBe(true);
    expect(await isCarriedOut(world(), first.transactionHash)).toBe(false);
    expect((await noncesOf(world())).newest).toBe(call.nextNonce + 1n);
  });

  it('does not let another call with the same fees replace one', async () => {
    const call = await prepared(world());
    const first = await send(world(), call);
    const other = { ...call, call: (await prepared(world())).call };
    const { signed } = await senderOf(world()).sign(other, call.nextNonce);
    await expect(world().chain.broadcast(signed)).rejects.toThrow();
    await world().mine();
    expect(await isCarriedOut(world(), first.transactionHash)).toBe(true);
  });

  it('raises fees some times and not for ever', async () => {
    let call: PreparedCall | undefined = await prepared(world());
    const { costUnits } = call;
    let times = 0;
    let highest = costUnits;
    for (; call !== undefined && times < 40; times += 1) {
      highest = call.costUnits;
      call = await senderOf(world()).raise(call);
    }
    expect(call).toBeUndefined();
    expect(times).toBeGreaterThan(5);
    expect(highest).toBeLessThanOrEqual(costUnits * 5n);
  });
}

function describeReorgs(world: World): void {
  it('has a nonce again after a reorg, and the same bytes use it again', async () => {
    await world().mine();
    const call = await prepared(world());
    const own = await send(world(), call);
    await world().mine();
    expect(await isCarriedOut(world(), own.transactionHash)).toBe(true);
    await world().reorganize(1);
    await world()
      .chain.broadcast(own.signed)
      .catch(() => undefined);
    await world().mine();
    await world().mine();
    expect(await isCarriedOut(world(), own.transactionHash)).toBe(true);
    expect((await noncesOf(world())).newest).toBe(call.nextNonce + 1n);
  });
}
