import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountReads, SafeTransaction } from '#chains/accounts.ts';
import type { Call, Chain } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';

/** What the suite needs of a network with a Safe of two owners who both sign. */
export interface AccountsHarness {
  readonly chain: Chain;
  readonly keyAddress: string;
  /** Of a contract that is no Safe. */
  readonly contractAddress: string;
  readonly safe: string;
  readonly owners: readonly string[];
  /** Something that the Safe can do any number of times. */
  readonly call: Call;
  /** A call that reverts. */
  readonly failingCall: Call;
  /** These calls as the next transaction of the Safe. */
  prepare(calls: readonly Call[]): Promise<SafeTransaction>;
  /** The hash of it, as the network computes it. */
  hashOnChain(transaction: SafeTransaction): Promise<Hex>;
  /** Executes it with the signatures of both owners. Rejects what would revert. */
  execute(transaction: SafeTransaction): Promise<Hex>;
  /** What an owner signs a hash with, in each of the two usual forms. */
  sign(hash: Hex): Promise<readonly { readonly owner: string; readonly signature: Hex }[]>;
  /** Makes a Safe of this one owner in a usual way, which does not exist yet. */
  createSafe(owner: string): Promise<string>;
  /** Makes what was mined until now final. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the suite that the accounts of every adapter that has them pass, against the port alone. */
export function describeAccounts(name: string, start: () => Promise<AccountsHarness>): void {
  describe(`the accounts of ${name} that are contracts`, () => {
    let world: AccountsHarness;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world.stop());
    describeReads(() => world);
    describeTransactions(() => world);
    describeExecutions(() => world);
  });
}

type World = () => AccountsHarness;

function readsOf({ chain: { accounts, network } }: AccountsHarness): AccountReads {
  if (accounts === undefined) throw new Error(`${network.id} has no accounts`);
  return accounts;
}

async function nonceOf(world: AccountsHarness, at?: 'newest' | 'final'): Promise<bigint> {
  const [state] = await readsOf(world).readAccounts([world.safe], at);
  if (state?.kind !== 'safe') throw new Error('the Safe is not read as one');
  return state.nonce;
}

function describeReads(world: World): void {
  it('reads a key, a contract and a Safe with its owners, in the order of the query', async () => {
    const { keyAddress, contractAddress, safe, owners } = world();
    const states = await readsOf(world()).readAccounts([keyAddress, safe, contractAddress]);
    expect(states).toMatchObject([
      { kind: 'key' },
      { kind: 'safe', owners, threshold: 2, hasModules: false },
      { kind: 'contract' },
    ]);
    expect(await readsOf(world()).readAccounts([])).toEqual([]);
  });

  it('reads the nonce at the newest block, and at the newest final one', async () => {
    const { call, prepare, execute, settle } = world();
    await settle();
    const before = await nonceOf(world());
    expect(await nonceOf(world(), 'final')).toBe(before);
    await execute(await prepare([call]));
    expect(await nonceOf(world())).toBe(before + 1n);
    await settle();
    expect(await nonceOf(world(), 'final')).toBe(before + 1n);
  });

  it('predicts where a Safe of one owner will stand, and predicts it for nobody else', async () => {
    const { keyAddress, owners, createSafe } = world();
    const predicted = readsOf(world()).predictedSafes(keyAddress);
    expect(new Set(predicted).size).toBe(predicted.length);
    const created = await createSafe(keyAddress);
    expect(predicted).toContain(created);
    expect(await readsOf(world()).readAccounts([created])).toMatchObject([
      { kind: 'safe', owners: [keyAddress], threshold: 1, nonce: 0n },
    ]);
    const others = owners.flatMap((owner) => readsOf(world()).predictedSafes(owner));
    expect(others.filter((address) => predicted.includes(address))).toEqual([]);
  });
}

function describeTransactions(world: World): void {
  it('hashes a transaction as the Safe does, of one call and of several', async () => {
    const { call, prepare, hashOnChain, safe } = world();
    for (const calls of [[call], [call, call]]) {
      const transaction = await prepare(calls);
      const hash = await hashOnChain(transaction);
      expect(readsOf(world()).safeTransactionHash(safe, transaction)).toBe(hash);
      expect(readsOf(world()).decodeCalls(transaction)).toEqual(calls);
    }
  });

  it('recovers who signed, in both usual forms', async () => {
    const { call, prepare, safe, sign } = world();
    const reads = readsOf(world());
    const hash = reads.safeTransactionHash(safe, await prepare([call]));
    const signed = await sign(hash);
    expect(signed.length).toBeGreaterThan(1);
    for (const { owner, signature } of signed) {
      expect(await reads.recoverSigner(hash, signature)).toBe(owner);
      expect(await reads.recoverSigner(`0x${'ab'.repeat(32)}`, signature)).not.toBe(owner);
    }
  });
}

function describeExecutions(world: World): void {
  it('finds an execution by its hash, and when it is final', async () => {
    const { chain, safe, call, prepare, execute, settle } = world();
    const reads = readsOf(world());
    const fromBlock = await chain.readHead();
    const transaction = await prepare([call, call]);
    const safeTransactionHash = reads.safeTransactionHash(safe, transaction);
    const query = { safe, safeTransactionHash, fromBlock };
    expect(await reads.findExecution(query)).toBeUndefined();
    const transactionHash = await execute(transaction);
    const found = await reads.findExecution(query);
    expect(found).toMatchObject({ outcome: 'success', transactionHash });
    const mined = found?.block.number ?? 0n;
    expect(await reads.findExecution({ ...query, toBlock: mined - 1n })).toBeUndefined();
    expect(await reads.findExecution({ ...query, fromBlock: mined + 1n })).toBeUndefined();
    await settle();
    expect(await reads.findExecution({ ...query, toBlock: mined })).toMatchObject({
      transactionHash,
      isFinal: true,
    });
    const other = reads.safeTransactionHash(safe, { ...transaction, nonce: 99n });
    expect(await reads.findExecution({ ...query, safeTransactionHash: other })).toBeUndefined();
  });

  it('distinguishes an execution whose call was undone from one that the network refused', async () => {
    const { chain, safe, failingCall, prepare, execute } = world();
    const reads = readsOf(world());
    const fromBlock = await chain.readHead();
    const nonce = await nonceOf(world());
    const transaction = await prepare([failingCall]);
    await expect(execute(transaction)).rejects.toThrow();
    expect(await nonceOf(world())).toBe(nonce);
    const withGas = { ...transaction, safeTxGas: 100_000n };
    const transactionHash = await execute(withGas);
    expect(await nonceOf(world())).toBe(nonce + 1n);
    const hashOf = (one: SafeTransaction) => reads.safeTransactionHash(safe, one);
    const find = (one: SafeTransaction) =>
      reads.findExecution({ safe, safeTransactionHash: hashOf(one), fromBlock });
    expect(await find(transaction)).toBeUndefined();
    expect(await find(withGas)).toMatchObject({ outcome: 'failure', transactionHash });
  });
}
