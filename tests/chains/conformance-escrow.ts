import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  BlockPoint,
  Call,
  Chain,
  ContentToSign,
  EscrowBlocks,
  EscrowCollection,
  EscrowReads,
  EscrowTerms,
} from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';

/** Who sends: the operator of the terms, their payer, or somebody else. */
type EscrowSender = 'operator' | 'payer' | 'unrelated';

/** What the suite needs of a network with an escrow. */
export interface EscrowHarness {
  readonly chain: Chain;
  /** 100 units for a receiver with a fee of 2.5 percent, and a reference of their own; each expiry an hour after the one before. */
  terms(changes?: Partial<EscrowTerms>): Promise<EscrowTerms>;
  readonly unrelatedAddress: string;
  /** Sends calls one after another, each in a block of its own; answers the last hash. Rejects what reverts. */
  send(by: EscrowSender, ...calls: readonly Call[]): Promise<Hex>;
  sign(content: ContentToSign, by?: 'payer' | 'unrelated'): Promise<Hex>;
  /** Lets time pass, and makes a block. */
  pass(seconds: number): Promise<void>;
  /** Replaces the newest blocks by empty ones. */
  replace(blocks: number): Promise<void>;
  balance(address: string): Promise<bigint>;
  stop(): Promise<void>;
}

const HOUR_SECONDS = 3_600;

function escrowOf({ escrow, network }: Chain): EscrowReads {
  if (escrow === undefined) throw new Error(`${network.id} has no escrow`);
  return escrow;
}

/** Runs the suite that the escrow of every adapter passes, against the port alone. */
export function describeEscrow(name: string, start: () => Promise<EscrowHarness>): void {
  describe(`the escrow of ${name}`, () => {
    let world: EscrowHarness;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world.stop());
    describeOperations(() => world);
    describeRefusals(() => world);
    describeBlocks(() => world);
  });
}

type World = () => EscrowHarness;

/** The payer agrees to terms; answers how they are authorised. */
async function agreed(
  { chain, send, sign }: EscrowHarness,
  terms: EscrowTerms,
  collection: EscrowCollection = 'pre_approval',
) {
  const escrow = escrowOf(chain);
  const authorization = { collection, units: terms.maxUnits };
  await send('payer', ...escrow.payerCalls(terms, authorization));
  const content = escrow.payerContent(terms, collection);
  return { ...authorization, signature: content && (await sign(content)) };
}

async function authorized(world: EscrowHarness, changes: Partial<EscrowTerms> = {}) {
  const escrow = escrowOf(world.chain);
  const terms = await world.terms(changes);
  const authorization = await agreed(world, terms);
  const fromBlock = (await world.chain.readHead()) + 1n;
  await world.send('operator', escrow.authorizeCall(terms, authorization));
  return { terms, fromBlock, hash: escrow.paymentHash(terms), authorization };
}

interface BlocksQuery {
  readonly terms: readonly EscrowTerms[];
  readonly from: bigint;
  readonly known?: readonly BlockPoint[];
}

async function blocksOf(
  { chain }: EscrowHarness,
  { terms, from, known = [] }: BlocksQuery,
): Promise<EscrowBlocks> {
  const escrow = escrowOf(chain);
  const keys = terms.map(({ paymentReference }) => escrow.referenceKey(paymentReference));
  return await escrow.readBlocks({
    from,
    known,
    findOurs: async ({ paymentHashes, referenceKeys }) => ({
      terms: new Map(
        terms
          .map((one) => [escrow.paymentHash(one), one] as const)
          .filter(([hash]) => paymentHashes.includes(hash)),
      ),
      referenceKeys: new Set(referenceKeys.filter((key) => keys.includes(key))),
    }),
  });
}

async function stateOf({ chain }: EscrowHarness, hash: Hex) {
  const [state] = await escrowOf(chain).readStates([hash]);
  return state;
}

const shown = ({ events }: EscrowBlocks) =>
  events.map(({ type, units, isMoved }) => [type, units, isMoved]);

function describeOperations(world: World): void {
  it('names contracts that are there and belong together', async () => {
    expect(await escrowOf(world().chain).readSetup()).toEqual({
      isDeployed: true,
      areCollectorsRight: true,
    });
  });

  it('authorises, captures in three parts with the fee that was agreed, and voids the rest', async () => {
    const { chain, send, balance } = world();
    const escrow = escrowOf(chain);
    const { terms, hash, fromBlock } = await authorized(world());
    expect(await stateOf(world(), hash)).toEqual({
      isCollected: true,
      capturableUnits: 100n,
      refundableUnits: 0n,
    });
    const [paid, fees, left] = await Promise.all(
      [terms.receiverAddress, terms.feeAddress ?? '', terms.payerAddress].map(balance),
    );
    for (const units of [40n, 30n, 20n]) await send('operator', escrow.captureCall(terms, units));
    await send('operator', escrow.voidCall(terms));
    expect(shown(await blocksOf(world(), { terms: [terms], from: fromBlock }))).toEqual([
      ['authorized', 100n, true],
      ['captured', 40n, true],
      ['captured', 30n, true],
      ['captured', 20n, true],
      ['voided', 10n, true],
    ]);
    // The fee of 30 is 0.75 and of 20 is 0.5: both are rounded down.
    expect(await balance(terms.receiverAddress)).toBe((paid ?? 0n) + 89n);
    expect(await balance(terms.feeAddress ?? '')).toBe((fees ?? 0n) + 1n);
    expect(await balance(terms.payerAddress)).toBe((left ?? 0n) + 10n);
    expect(await stateOf(world(), hash)).toMatchObject({
      capturableUnits: 0n,
      refundableUnits: 90n,
    });
  });

  it.each(['erc3009', 'permit2'] as const)('collects by one signature: %s', async (collection) => {
    const { chain, send } = world();
    const escrow = escrowOf(chain);
    const terms = await world().terms();
    expect(escrow.takes(collection, terms.currency)).toBe(true);
    const authorization = await agreed(world(), terms, collection);
    const from = (await chain.readHead()) + 1n;
    const hash = await send(
      'operator',
      escrow.authorizeCall(terms, { ...authorization, units: 60n }),
    );
    const { events } = await blocksOf(world(), { terms: [terms], from });
    expect(events).toMatchObject([
      { type: 'authorized', units: 60n, isMoved: true, transactionHash: hash },
    ]);
  });

  it('finds a refund of the operator, and a reclaim of the payer after the authorisation expired', async () => {
    const { chain, send, pass, balance } = world();
    const escrow = escrowOf(chain);
    const { terms, fromBlock } = await authorized(world(), { feeBps: 0, feeAddress: undefined });
    await send('operator', escrow.captureCall(terms, 70n));
    await send('operator', ...escrow.refundCalls(terms, 20n));
    await pass(2 * HOUR_SECONDS);
    const before = await balance(terms.payerAddress);
    await send('payer', escrow.reclaimCall(terms));
    expect(await balance(terms.payerAddress)).toBe(before + 30n);
    expect(shown(await blocksOf(world(), { terms: [terms], from: fromBlock }))).toEqual([
      ['authorized', 100n, true],
      ['captured', 70n, true],
      ['refunded', 20n, true],
      ['reclaimed', 30n, true],
    ]);
  });
}

function describeRefusals(world: World): void {
  /** Why the sender would not send a call. */
  async function refusalOf(call: Call) {
    const { sender } = world().chain;
    const prepared = await sender?.prepare(call);
    if (prepared === undefined || !('refused' in prepared)) return undefined;
    return escrowOf(world().chain).readRefusal(prepared.refused);
  }

  it('says why the escrow refuses a call', async () => {
    const escrow = escrowOf(world().chain);
    const never = await world().terms();
    const byPreApproval = { collection: 'pre_approval', units: 100n } as const;
    expect(await refusalOf(escrow.authorizeCall(never, byPreApproval))).toBe('not_approved');
    expect(await refusalOf(escrow.captureCall(never, 1n))).toBe('too_much');
    expect(await refusalOf(escrow.voidCall(never))).toBe('nothing_left');
    const others = { ...never, operatorAddress: world().unrelatedAddress };
    expect(await refusalOf(escrow.captureCall(others, 1n))).toBe('wrong_sender');
    const tooMuch = { ...byPreApproval, units: 101n };
    expect(await refusalOf(escrow.authorizeCall(never, tooMuch))).toBe('too_much');
    const signature = await world().sign(
      escrow.payerContent(never, 'permit2') ?? { domain: {}, types: {}, values: {} },
      'unrelated',
    );
    const forged = { collection: 'permit2', units: 100n, signature } as const;
    expect(await refusalOf(escrow.authorizeCall(never, forged))).toBe('other');

    const { terms, authorization } = await authorized(world());
    expect(await refusalOf(escrow.authorizeCall(terms, authorization))).toBe('collected_before');
    expect(await refusalOf(escrow.captureCall(terms, 101n))).toBe('too_much');
    expect(await refusalOf(escrow.captureCall(terms, 100n))).toBeUndefined();
    const withOtherFee = { ...terms, feeBps: 9_999 };
    expect(await refusalOf(escrow.captureCall(withOtherFee, 1n))).toBe('too_much');
    await world().pass(2 * HOUR_SECONDS);
    expect(await refusalOf(escrow.captureCall(terms, 1n))).toBe('authorization_expired');
    expect(await refusalOf(escrow.authorizeCall(never, byPreApproval))).toBe('approval_expired');
  });

  it('lets nobody but the payer reclaim, and that only after the authorisation expired', async () => {
    const { chain, send, pass } = world();
    const { terms } = await authorized(world());
    const call = escrowOf(chain).reclaimCall(terms);
    await expect(send('payer', call)).rejects.toThrow();
    await pass(2 * HOUR_SECONDS);
    for (const by of ['operator', 'unrelated'] as const) {
      await expect(send(by, call)).rejects.toThrow();
    }
    await send('payer', call);
  });
}

function describeBlocks(world: World): void {
  it('reports an authorisation of others that bears a reference of ours, and nothing else of theirs', async () => {
    const { chain, send, unrelatedAddress } = world();
    const escrow = escrowOf(chain);
    const ours = await world().terms();
    const theirs = {
      ...ours,
      operatorAddress: unrelatedAddress,
      receiverAddress: unrelatedAddress,
    };
    const from = (await chain.readHead()) + 1n;
    const authorization = await agreed(world(), theirs);
    await send('unrelated', escrow.authorizeCall(theirs, authorization));
    await send('unrelated', escrow.captureCall(theirs, 1n));
    const read = await blocksOf(world(), { terms: [ours], from });
    expect(read.events).toEqual([]);
    expect(read.foreign).toMatchObject([
      {
        by: 'escrow',
        referenceKey: escrow.referenceKey(ours.paymentReference),
        paymentHash: escrow.paymentHash(theirs),
      },
    ]);
    const unknown = await blocksOf(world(), { terms: [], from });
    expect([unknown.events, unknown.foreign]).toEqual([[], []]);
  });

  it('looks up all that a range names at once, and nothing where it names nothing', async () => {
    const { chain } = world();
    const escrow = escrowOf(chain);
    const first = await authorized(world());
    const second = await authorized(world());
    const asked: number[] = [];
    const findOurs = async ({ paymentHashes }: { readonly paymentHashes: readonly Hex[] }) => {
      asked.push(paymentHashes.length);
      return { terms: new Map(), referenceKeys: new Set<Hex>() };
    };
    const read = await escrow.readBlocks({ from: first.fromBlock, known: [], findOurs });
    expect(read).toMatchObject({ upTo: read.headNumber, events: [], foreign: [] });
    expect(read.finalNumber).toBeLessThanOrEqual(read.upTo);
    expect(asked).toEqual([2]);
    await escrow.readBlocks({ from: read.upTo + 1n, known: [], findOurs });
    expect(asked).toEqual([2]);
    expect(second.hash).not.toBe(first.hash);
  });

  it('reports blocks that the chain has replaced', async () => {
    const { terms, fromBlock } = await authorized(world());
    const asked = { terms: [terms], from: fromBlock };
    const { events } = await blocksOf(world(), asked);
    const known = events.map(({ block }) => block);
    expect((await blocksOf(world(), { ...asked, known })).replaced).toEqual([]);
    await world().replace(2);
    const read = await blocksOf(world(), { ...asked, known });
    expect(read.replaced).toEqual(known);
    expect(read.events).toEqual([]);
    const { from } = { from: read.upTo + 1n };
    expect((await blocksOf(world(), { terms: [terms], from, known })).replaced).toEqual(known);
  });
}
