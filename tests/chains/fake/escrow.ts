import { numberToHex } from 'viem';
import { ESCROWS, hasEscrow, SANDBOX_COLLECTORS } from '#catalog/escrows.ts';
import type { Network } from '#catalog/networks.ts';
import type { BlockPoint, Call, EscrowBlocks, EscrowEvent, EscrowReads } from '#chains/chain.ts';
import { evmAddress } from '#chains/evm/address.ts';
import { escrowFunctions } from '#chains/evm/escrow/evm-escrow.ts';
import { movementsIn } from '#chains/evm/escrow/read-events.ts';
import type { Clock } from '#kit/clock.ts';
import { readAsOf } from './as-of.ts';
import type { FakeContracts } from './calls.ts';
import {
  type EscrowEffect,
  escrowEffectOf,
  escrowNameOf,
  type FakeEscrowEvent,
  fakeStoreOf,
} from './escrow-contract.ts';
import type { FakeBlock, FakeLedger, FakeReceipt } from './ledger.ts';
import { tokenLogsOf } from './movements.ts';
import type { FakeView } from './node.ts';

/** As few as make several reads of a longer range. */
const BLOCKS_MAX = 60n;

/** The escrow of a fake chain. */
export interface FakeEscrow {
  /** Through a node that answers. */
  readonly reads: EscrowReads;
  /** Reads each time through the node that is answered. */
  readsThrough(view: () => FakeView): EscrowReads;
  /** What a call of the escrow or for it does; undefined for every other call. */
  deedOf(call: Call): EscrowEffect | undefined;
}

interface Parts {
  readonly network: Network;
  readonly now: Clock;
  readonly ledger: FakeLedger;
  readonly contracts: Pick<FakeContracts, 'oddTokens' | 'frozen'>;
  readonly view: () => FakeView;
}

/** Undefined where the network has none. What needs no node is that of the adapter. */
export function fakeEscrow({
  network,
  now,
  ledger,
  contracts,
  view,
}: Parts): FakeEscrow | undefined {
  if (!hasEscrow(network.id) || SANDBOX_COLLECTORS === undefined) return undefined;
  const addresses = {
    escrow: evmAddress(ESCROWS[network.id].escrow),
    collectors: SANDBOX_COLLECTORS,
  };
  const place = { network, escrow: addresses.escrow };
  const parts = { place, collectors: SANDBOX_COLLECTORS, contracts, now };
  const readsThrough = (view: () => FakeView): EscrowReads => ({
    ...escrowFunctions(network, addresses),
    readSetup: async () => {
      view();
      return { isDeployed: true, areCollectorsRight: true };
    },
    readFinalNumber: async () => view().finalized().number,
    readStates: async (hashes) => {
      const at = view();
      const unitsOf = (name: string) => readAsOf(ledger, at, name);
      return hashes.map((hash) => ({
        isCollected: unitsOf(escrowNameOf.collected(hash)) > 0n,
        capturableUnits: unitsOf(escrowNameOf.capturable(hash)),
        refundableUnits: unitsOf(escrowNameOf.refundable(hash)),
      }));
    },
    readBlocks: (query) => readBlocks(view(), query),
  });
  return {
    reads: readsThrough(view),
    readsThrough,
    deedOf: (call) => escrowEffectOf(parts, call),
  };
}

/** An event of the escrow where the chain has it. */
export interface FoundEscrowEvent {
  readonly event: FakeEscrowEvent;
  readonly block: FakeBlock;
  readonly receipt: FakeReceipt;
  readonly logIndex: number;
}

/** The events of the escrow in a block. */
export function escrowEventsIn(block: FakeBlock): FoundEscrowEvent[] {
  let next = 0;
  return block.receipts.flatMap((receipt) =>
    receipt.logs.flatMap(({ escrow: event }) => {
      const logIndex = next;
      next += 1;
      return event === undefined ? [] : [{ event, block, receipt, logIndex }];
    }),
  );
}

async function readBlocks(
  view: FakeView,
  { from, known, findOurs }: Parameters<EscrowReads['readBlocks']>[0],
): Promise<EscrowBlocks> {
  const headNumber = view.head().number;
  const last = from + BLOCKS_MAX - 1n;
  const upTo = last < headNumber ? last : headNumber;
  const final = view.finalized().number;
  const found: FoundEscrowEvent[] = [];
  for (let number = from; number <= upTo; number += 1n) {
    const block = view.block(number);
    if (block !== undefined) found.push(...escrowEventsIn(block));
  }
  const keysOf = ({ event: { salt } }: FoundEscrowEvent) =>
    salt === undefined ? [] : [numberToHex(salt, { size: 32 })];
  const paymentHashes = [...new Set(found.map(({ event }) => event.paymentHash))];
  const ours =
    found.length === 0
      ? undefined
      : await findOurs({ paymentHashes, referenceKeys: [...new Set(found.flatMap(keysOf))] });
  const movements = new Map(
    found.map(({ receipt }) => [receipt, movementsIn(tokenLogsOf(receipt))] as const),
  );
  const events = found.flatMap(({ event, block, receipt, logIndex }): EscrowEvent[] => {
    const { type, paymentHash, units } = event;
    const terms = ours?.terms.get(paymentHash);
    if (terms === undefined) return [];
    const named = { ...event, by: 'escrow', referenceKey: undefined } as const;
    const store = fakeStoreOf(terms.operatorAddress);
    const isMoved = movements.get(receipt)?.take(terms, store, named) === true;
    const { time: blockTime } = block;
    const position = { block: pointOf(block), blockTime, transactionHash: receipt.hash, logIndex };
    return [{ type, paymentHash, units, isMoved, ...position }];
  });
  const foreign = found.flatMap((one) => {
    const { paymentHash } = one.event;
    const [referenceKey] = keysOf(one).filter((key) => ours?.referenceKeys.has(key));
    if (referenceKey === undefined || ours?.terms.has(paymentHash)) return [];
    const position = { block: pointOf(one.block), transactionHash: one.receipt.hash };
    return [
      { referenceKey, by: 'escrow', paymentHash, ...position, logIndex: one.logIndex } as const,
    ];
  });
  const isReplaced = ({ number, hash }: BlockPoint) => (view.block(number)?.hash ?? hash) !== hash;
  return {
    ...{ events, foreign, upTo, headNumber },
    replaced: known.filter(isReplaced),
    finalNumber: final < upTo ? final : upTo,
  };
}

const pointOf = ({ number, hash }: BlockPoint): BlockPoint => ({ number, hash });
