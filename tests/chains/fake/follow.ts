import {
  type BlockPoint,
  type ChainUpdate,
  DeepReorg,
  type EventPosition,
  type FollowFrom,
  type ObservedTransfer,
} from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import { nameOf } from './calls.ts';
import type { FakeBlock, FakeLog } from './ledger.ts';
import { withMovedTokens } from './movements.ts';
import type { FakeView } from './node.ts';
import { rereadKnown } from './reread.ts';

/** Points remembered to find the ancestor of a reorg, as the adapters for real networks do. */
const POINTS_MAX = 1_024;
/** How far behind the end of a window blocks are remembered beside it. */
const ANCHOR_DEPTHS: readonly bigint[] = [512n, 64n, 8n, 1n];

/** Follows a fake chain one poll at a time, each through any node. */
export interface FakeFollower {
  /** Undefined when nothing happened. Scans no more blocks than given. */
  poll(view: FakeView, blocksMax: number): Promise<ChainUpdate | undefined>;
}

/** Which logs of a block count, and where a node hides some. */
export interface ViewOptions {
  readonly proxies: ReadonlySet<string>;
  readonly isHidden: (transactionHash: Hex) => boolean;
  /** Whether any node has the event of a payment in its block. */
  readonly isHeld?: (position: EventPosition) => boolean;
}

/** Takes a chain up where it was left. */
export function fakeFollower(from: FollowFrom, viewOptions: () => ViewOptions): FakeFollower {
  let known = [...from.known];
  let next = nextAfter(known) ?? from.startBlock;
  let finalizedNumber = from.finalizedNumber;
  let reported = from.reported;
  const rollBack = (view: FakeView): ChainUpdate | undefined => {
    const { ancestor, isOther } = compare(view, known);
    if (!isOther) return undefined;
    const replaced = known.find(({ number }) => number > (ancestor?.number ?? -1n));
    const isDeep = ancestor === undefined || (replaced?.number ?? 0n) <= (finalizedNumber ?? -1n);
    if (isDeep && from.mayStartOver !== true) {
      throw new DeepReorg('blocks that were final, or all that are known, are no longer there');
    }
    const oldest = known[0]?.number ?? 0n;
    known = known.filter(({ number }) => number <= (ancestor?.number ?? -1n));
    next = nextAfter(known) ?? (view.head().number < oldest ? 0n : oldest);
    return { type: 'reorg', ancestor };
  };
  return {
    poll: async (view, blocksMax) => {
      const newest = known.at(-1);
      if (newest !== undefined && view.block(newest.number)?.hash !== newest.hash) {
        return rollBack(view);
      }
      const head = view.head();
      // What was last reported comes first after a restart, as with the adapters for real networks.
      const again = await readAgain(view, { ...from, known, reported }, viewOptions());
      reported = undefined;
      if (again !== undefined) return again;
      const first = next ?? head.number;
      if (first > head.number) return undefined;
      const last = first + BigInt(blocksMax) - 1n;
      const blocks = blocksFrom(view, { first, last: last < head.number ? last : head.number });
      const end = blocks.at(-1) ?? head;
      const transfers = await wanted(
        blocks.flatMap((block) => transfersIn(block, viewOptions())),
        from,
      );
      const finalized = view.finalized();
      const anchors = ANCHOR_DEPTHS.map((depth) => end.number - depth).filter(
        (number) => number < first && number > (newest?.number ?? -1n),
      );
      const to = pointOf(end);
      // Whatever may still be replaced is remembered whole, and the block that it all stands on.
      const added = [
        ...anchors.flatMap((number) => view.block(number) ?? []),
        ...blocks.filter(({ number }) => number >= finalized.number && number < to.number),
        to,
      ].map(pointOf);
      known = [...known, ...added].slice(-POINTS_MAX);
      next = to.number + 1n;
      finalizedNumber = finalized.number;
      return { ...headFields(view, from), transfers, points: added, to };
    },
  };
}

/** What the known blocks hold that was not reported, and what none of them holds of what was; undefined for neither. */
async function readAgain(
  view: FakeView,
  from: Omit<FollowFrom, 'reported'> & { readonly reported: FollowFrom['reported'] | undefined },
  viewOptions: ViewOptions,
): Promise<ChainUpdate | undefined> {
  const { isHeld = () => true } = viewOptions;
  const { known, reported = [] } = from;
  const newest = known.at(-1);
  if (newest === undefined || from.reported === undefined) return undefined;
  const transfersOf = ({ number, hash }: BlockPoint) => {
    const block = view.block(number);
    return block?.hash === hash ? transfersIn(block, viewOptions) : [];
  };
  const found = rereadKnown({ known, reported }, { transfersOf, isHeld });
  const transfers = await wanted(found.transfers, from);
  const { missing } = found;
  if (transfers.length + missing.length === 0) return undefined;
  const to = pointOf(newest);
  return { ...headFields(view, from), transfers, missing, points: [to], to };
}

/** What every chain update with blocks reports about the chain as a whole. */
function headFields(view: FakeView, { shouldReadSafe }: Pick<FollowFrom, 'shouldReadSafe'>) {
  const { number: finalizedNumber, time: finalizedAt } = view.finalized();
  const { number: safeNumber, time: safeAt } = view.safe();
  const safe = shouldReadSafe === true ? { safeNumber, safeAt } : {};
  const headNumber = view.head().number;
  return { type: 'blocks', headNumber, finalizedNumber, finalizedAt, ...safe } as const;
}

/**
 * The newest block that stands, and whether another is in one's place: a node that has none of them
 * where it could lags, and says nothing.
 */
function compare(view: FakeView, known: readonly BlockPoint[]) {
  const reported = known.filter(({ number }) => view.block(number) !== undefined);
  const ancestor = reported.findLast(({ number, hash }) => view.block(number)?.hash === hash);
  const isOther = reported.some(({ number, hash }) => view.block(number)?.hash !== hash);
  return { ancestor, isOther: isOther || reported.length === 0 };
}

/** The payments that a block reports, in the order of its logs. */
export function transfersIn(
  block: FakeBlock,
  { proxies, isHidden }: ViewOptions,
): ObservedTransfer[] {
  let logIndex = -1;
  return block.receipts.flatMap((receipt) => {
    const paying = receipt.logs.filter(({ proxyAddress }) => proxies.has(proxyAddress));
    const payments = receipt.logs.flatMap((log): ObservedTransfer[] => {
      logIndex += 1;
      if (!proxies.has(log.proxyAddress) || isHidden(receipt.hash)) return [];
      const position = { block: pointOf(block), blockTime: block.time, logIndex };
      const gain = payeeGainOf(log, { paying, changes: receipt.changes });
      return [{ ...log, ...position, ...gain, transactionHash: receipt.hash }];
    });
    return withMovedTokens(payments, receipt);
  });
}

/** What a transaction credits to the payee of one of its payments, and what it changed for it. */
function payeeGainOf(
  { tokenAddress, payeeAddress, payerAddress }: FakeLog,
  {
    paying,
    changes,
  }: { readonly paying: readonly FakeLog[]; readonly changes: ReadonlyMap<string, bigint> },
): Pick<ObservedTransfer, 'payeeNetUnits' | 'payeeCreditedUnits'> {
  let payeeCreditedUnits = 0n;
  for (const one of paying) {
    if (one.tokenAddress !== tokenAddress) continue;
    if (one.payeeAddress === payeeAddress) payeeCreditedUnits += one.tokenUnits;
    if (one.feeAddress === payeeAddress) payeeCreditedUnits += one.tokenFeeUnits;
  }
  // As on real networks, nothing shows where coins went but the word of the proxy.
  const coins = payerAddress === payeeAddress ? 0n : payeeCreditedUnits;
  const payeeNetUnits =
    tokenAddress === undefined
      ? coins
      : (changes.get(nameOf.balance(tokenAddress, payeeAddress)) ?? 0n);
  return { payeeNetUnits, payeeCreditedUnits };
}

async function wanted(
  transfers: readonly ObservedTransfer[],
  { isOurs }: Pick<FollowFrom, 'isOurs'>,
): Promise<readonly ObservedTransfer[]> {
  if (isOurs === undefined || transfers.length === 0) return transfers;
  const ours = await isOurs([...new Set(transfers.map(({ referenceKey }) => referenceKey))]);
  return transfers.filter(({ referenceKey }) => ours.has(referenceKey));
}

function blocksFrom(
  view: FakeView,
  { first, last }: { readonly first: bigint; readonly last: bigint },
): FakeBlock[] {
  const blocks: FakeBlock[] = [];
  for (let number = first; number <= last; number += 1n) {
    const block = view.block(number);
    if (block !== undefined) blocks.push(block);
  }
  return blocks;
}

function pointOf({ number, hash }: BlockPoint): BlockPoint {
  return { number, hash };
}

function nextAfter(known: readonly BlockPoint[]): bigint | undefined {
  const newest = known.at(-1);
  return newest === undefined ? undefined : newest.number + 1n;
}
