import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  BridgeDeposit,
  BridgeReads,
  Chain,
  ObservedTransfer,
  SourceTransaction,
} from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';

/** A deposit with a call that may take 105 units of its output, and pays so much and a fee of 5. */
interface DepositOrder {
  /** Above 105 the call cannot run. */
  readonly amountUnits: bigint;
}

/** What the suite needs of two networks with a bridge between them. */
export interface BridgeHarness {
  readonly source: Chain;
  readonly destination: Chain;
  readonly payerAddress: string;
  readonly payeeAddress: string;
  /** Deposits 120 units as the payer, for an output of 110; answers the source transaction. */
  deposit(order: DepositOrder): Promise<Hex>;
  /** Sends a source transaction that reverts. */
  sendReverting(): Promise<Hex>;
  /** Fills a deposit; answers the transaction. Rejects what the bridge refuses. */
  fill(deposit: BridgeDeposit): Promise<Hex>;
  /** Refunds a deposit on the source, as the bridge does some time after the deadline. */
  refund(deposit: BridgeDeposit): Promise<Hex>;
  /** Lets the deadlines of all deposits pass, on both networks. */
  passDeadlines(): Promise<void>;
  /** Makes what was mined until now final, on both networks. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the suite that the bridge of every adapter passes, against the port alone. */
export function describeBridge(name: string, start: () => Promise<BridgeHarness>): void {
  describe(`the bridge of ${name}`, () => {
    let world: BridgeHarness;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world.stop());
    describeSources(() => world);
    describeFills(() => world);
    describeRefunds(() => world);
  });
}

type World = () => BridgeHarness;

const RUNS = { amountUnits: 100n };
const FAILS = { amountUnits: 200n };

function readsOf({ bridge, network }: Chain): BridgeReads {
  if (bridge === undefined) throw new Error(`${network.id} has no bridge`);
  return bridge;
}

async function sourceOf({ source }: BridgeHarness, hash: Hex): Promise<SourceTransaction> {
  const [found] = await readsOf(source).readSources([{ hash }]);
  if (found === undefined) throw new Error('a query has no answer');
  return found;
}

/** Makes a deposit and reads it. */
async function deposited(world: BridgeHarness, order = RUNS): Promise<BridgeDeposit> {
  const found = await sourceOf(world, await world.deposit(order));
  const deposit = found.state === 'success' ? found.deposits[0] : undefined;
  if (deposit === undefined) throw new Error('the deposit is not found');
  return deposit;
}

async function fillStateOf({ destination }: BridgeHarness, deposit: BridgeDeposit) {
  const [state] = await readsOf(destination).readFills([deposit]);
  if (state === undefined) throw new Error('a query has no answer');
  return state;
}

function describeSources(world: World): void {
  it('reads a source transaction with the deposit that it made, and when it is final', async () => {
    const { source, destination, payerAddress, deposit, settle } = world();
    const hash = await deposit(RUNS);
    await settle();
    const found = await sourceOf(world(), hash);
    expect(found).toMatchObject({
      hash,
      state: 'success',
      sender: payerAddress,
      isFinal: true,
      deposits: [
        {
          originChainId: source.network.chainId,
          destinationChainId: destination.network.chainId,
          depositor: payerAddress,
          inputUnits: 120n,
          outputUnits: 110n,
          call: { units: 105n },
          fallbackAddress: payerAddress,
        },
      ],
    });
    const another = await deposited(world());
    expect(found).not.toMatchObject({ deposits: [{ depositId: another.depositId }] });
  });

  it('reads one that reverted, one that nobody sent, and one that was replaced', async () => {
    const { source, sendReverting, settle, payerAddress } = world();
    const reverted = await sendReverting();
    await settle();
    const found = await sourceOf(world(), reverted);
    expect(found).toMatchObject({ state: 'reverted', isFinal: true, deposits: [] });
    if (found.state !== 'reverted') throw new Error('the transaction did not revert');
    const hash: Hex = `0x${'ab'.repeat(32)}`;
    const sent = { sender: payerAddress, nonce: found.nonce };
    expect(await readsOf(source).readSources([{ hash }, { hash, sent }])).toEqual([
      { hash, state: 'unknown', isReplaced: false },
      { hash, state: 'unknown', isReplaced: true },
    ]);
  });
}

function describeFills(world: World): void {
  it('reads whether a deposit is filled, and finds the fill and its payment', async () => {
    const { destination, payerAddress, payeeAddress, fill, settle } = world();
    const from = (await destination.readHead()) + 1n;
    const deposit = await deposited(world());
    expect(await fillStateOf(world(), deposit)).toMatchObject({ isFilled: false });
    expect(await readsOf(destination).findFill(deposit, from)).toBeUndefined();
    const hash = await fill(deposit);
    await settle();
    expect(await fillStateOf(world(), deposit)).toMatchObject({
      isFilled: true,
      isFilledFinally: true,
    });
    expect(await readsOf(destination).findFill(deposit, from)).toMatchObject({
      transactionHash: hash,
      isFinal: true,
      outputUnits: 110n,
      outcome: 'call_ran',
    });
    const { originChainId, depositId } = deposit;
    expect(await transfersFrom(destination, from)).toMatchObject([
      {
        transactionHash: hash,
        creditedUnits: 100n,
        feeUnits: 5n,
        payeeAddress,
        payerAddress,
        bridge: { originChainId, depositId, depositor: payerAddress },
      },
    ]);
    await expect(fill(deposit)).rejects.toThrow();
  });

  it('finds the deposit of which a payment names all that its fill repeats, and no other', async () => {
    const { source, destination, fill } = world();
    const [from, madeFrom] = [(await destination.readHead()) + 1n, (await source.readHead()) + 1n];
    const hash = await world().deposit(RUNS);
    const found = await sourceOf(world(), hash);
    const deposit = found.state === 'success' ? found.deposits[0] : undefined;
    if (deposit === undefined) throw new Error('the deposit is not found');
    await fill(deposit);
    const [{ bridge } = {}] = await transfersFrom(destination, from);
    if (bridge === undefined) throw new Error('a bridge made the payment');
    const query = { ...bridge, destinationChainId: deposit.destinationChainId };
    const { findDeposit } = readsOf(source);
    expect(await findDeposit(query, madeFrom)).toEqual({ deposit, transactionHash: hash });
    const other: Hex = `0x${'ab'.repeat(32)}`;
    expect(await findDeposit({ ...query, termsHash: other }, madeFrom)).toBeUndefined();
    expect(await findDeposit(query, (await source.readHead()) + 1n)).toBeUndefined();
  });

  it('finds a fill whose call did not run, which pays the fallback address', async () => {
    const { destination, payerAddress, fill, settle } = world();
    const from = (await destination.readHead()) + 1n;
    const deposit = await deposited(world(), FAILS);
    await fill(deposit);
    await settle();
    expect(await readsOf(destination).findFill(deposit, from)).toMatchObject({
      outcome: 'fallback',
      fallback: { address: payerAddress, units: 110n },
    });
    expect(await transfersFrom(destination, from)).toEqual([]);
  });
}

async function transfersFrom(chain: Chain, from: bigint): Promise<ObservedTransfer[]> {
  const transfers: ObservedTransfer[] = [];
  for await (const chunk of chain.scan({ from, to: await chain.readHead() })) {
    transfers.push(...chunk.transfers);
  }
  return transfers;
}

function describeRefunds(world: World): void {
  it('reads that a deposit stayed unfilled past its deadline, and finds its refund', async () => {
    const { source, payerAddress, fill, refund, passDeadlines, settle } = world();
    const from = await source.readHead();
    const deposit = await deposited(world());
    await passDeadlines();
    await settle();
    const state = await fillStateOf(world(), deposit);
    expect(state.isFilledFinally).toBe(false);
    expect(state.finalTime.getTime()).toBeGreaterThan(deposit.fillDeadline.getTime());
    await expect(fill(deposit)).rejects.toThrow();
    expect(await readsOf(source).findRefund(deposit, from)).toBeUndefined();
    const hash = await refund(deposit);
    await settle();
    expect(await readsOf(source).findRefund(deposit, from)).toMatchObject({
      transactionHash: hash,
      isFinal: true,
      to: payerAddress,
      units: 120n,
    });
  });

  it('finds the refunds that may be of a deposit one after another', async () => {
    const { source, refund, passDeadlines, settle } = world();
    const from = (await source.readHead()) + 1n;
    const deposit = await deposited(world());
    const other = await deposited(world());
    await passDeadlines();
    await settle();
    const hashes = [await refund(deposit), await refund(other)];
    const { findRefund } = readsOf(source);
    const first = await findRefund(deposit, from);
    const second = first && (await findRefund(deposit, first.block.number, first.logIndex));
    expect([first?.transactionHash, second?.transactionHash]).toEqual(hashes);
    const third = second && (await findRefund(deposit, second.block.number, second.logIndex));
    expect(third).toBeUndefined();
  });
}
