import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint, FollowFrom, ObservedTransfer } from '../chain.ts';
import type { NodeClient } from './client.ts';
import { type PayingContracts, paymentsIn, referenceTopicOf } from './decode.ts';
import { type Imitations, readImitations } from './imitations.ts';
import { readAhead } from './read-ahead.ts';
import {
  ChainMoved,
  type ProxyLog,
  readFilledBlock,
  readPoints,
  readReceipts,
  readWindow,
  type Window,
  type WindowAsk,
} from './windows.ts';

/**
 * Windows that are read at the same time while there is much to catch up with; what a database does
 * with one of them takes about as long as a node takes to answer four.
 */
const WINDOWS_IN_FLIGHT = 4;

/** What looking at blocks needs. */
export interface LookParts {
  readonly node: NodeClient;
  readonly contracts: PayingContracts;
}

/** A stretch of blocks to look at, in one request. */
export interface Stretch {
  readonly from: bigint;
  readonly to: bigint;
  /** Numbers of other blocks whose hashes are wanted too, ascending. */
  readonly beside: readonly bigint[];
}

/** What a stretch holds. */
export interface Looked {
  readonly transfers: readonly ObservedTransfer[];
  /** The blocks asked for beside it, oldest first. */
  readonly points: readonly BlockPoint[];
  readonly from: bigint;
  readonly to: BlockPoint;
  /** What contracts that are no proxies told of ours; it credits nothing. */
  readonly imitations: Imitations;
  /** How many payments there are, also of strangers. */
  readonly logs: number;
}

/** The name of an event for good: two forks of a block have different ones. */
export function eventName(blockHash: string, logIndex: number): string {
  return `${blockHash} ${logIndex}`;
}

/** A node refused a window of several blocks; a smaller one may pass. */
export class WindowRefused extends Outage {
  readonly asked: bigint;

  constructor(asked: bigint, words: string) {
    super(`${asked} blocks at once: ${words}`);
    this.asked = asked;
  }
}

/** The stretches to look at, one right behind the other, and what they hang together with. */
export interface Looking {
  readonly stretches: readonly Stretch[];
  /** The block before the first, where it is known. */
  readonly behind: BlockPoint | undefined;
  /** The newest block, where it was just read. */
  readonly head: BlockPoint | undefined;
  readonly isOurs: FollowFrom['isOurs'];
  /** Whether contracts that only imitate a proxy are looked for too. */
  readonly asksEverybody?: boolean;
  /** Names of events that are known already and not told again. */
  readonly told?: ReadonlyMap<string, unknown>;
}

/**
 * Looks at stretches of blocks, several at a time, and tells of each in its turn. The blocks that end
 * them are read before any logs, and each stretch must be linked to the one before: so a reorg in
 * between shows as `ChainMoved`, and never as a payment that was not looked for.
 *
 * Throws `WindowRefused` in the turn of a stretch that a node did not answer and that can be smaller;
 * whatever was read ahead of it is thrown away.
 */
export async function* lookAhead(
  parts: LookParts,
  looking: Looking,
): AsyncGenerator<Looked, void, void> {
  const asks = await asksOf(parts, looking);
  yield* readAhead(asks, WINDOWS_IN_FLIGHT, (ask) => look(parts, ask, looking));
}

/** The stretches with the blocks that end them and those that they must be linked to. */
async function asksOf(
  { node }: LookParts,
  { stretches, behind, head }: Looking,
): Promise<WindowAsk[]> {
  const unknown = stretches.filter(({ to }) => to !== head?.number);
  const ends = new Map(
    unknown.length === 0
      ? []
      : await readPoints(
          node,
          unknown.map(({ to }) => ({ number: to })),
        ),
  );
  if (head !== undefined) ends.set(head.number, head.hash);
  let parent = behind?.hash;
  return stretches.map(({ from, to, beside }) => {
    const hash = ends.get(to);
    if (hash === undefined) throw new Outage(`the node does not know block ${to}`);
    const ask = { from, to: { number: to, hash }, beside, parent };
    parent = hash;
    return ask;
  });
}

async function look(parts: LookParts, ask: WindowAsk, looking: Looking): Promise<Looked> {
  const { isOurs, told, asksEverybody = false } = looking;
  const { logs, points } = await readLogs(parts, ask, asksEverybody);
  const proxies = new Set(proxiesOf(parts.contracts).map((address) => address.toLowerCase()));
  const isByProxy = ({ address }: ProxyLog) => proxies.has(address.toLowerCase());
  const news = logs.filter((log) => told?.has(eventName(log.blockHash, log.logIndex)) !== true);
  const transfers = await readTransfers(parts, news.filter(isByProxy), isOurs);
  const others = asksEverybody ? news.filter((log) => !isByProxy(log)) : [];
  const imitations = await readImitations(parts.node, others, isOurs);
  return { transfers, imitations, points, from: ask.from, to: ask.to, logs: logs.length };
}

async function readLogs(
  { node, contracts }: LookParts,
  ask: WindowAsk,
  asksEverybody: boolean,
): Promise<Window> {
  const proxies = proxiesOf(contracts);
  try {
    return await readWindow(node, asksEverybody ? undefined : proxies, ask);
  } catch (error) {
    const asked = ask.to.number - ask.from + 1n;
    if (!(error instanceof Outage) || error instanceof ChainMoved) throw error;
    if (asked > 1n) throw new WindowRefused(asked, error.message);
    return await readFilledBlock(node, proxies, ask);
  }
}

/** The contracts whose events stand for payments. */
function proxiesOf({ feeProxy, nativeProxy, conversionProxy }: PayingContracts): Hex[] {
  return [feeProxy, nativeProxy, conversionProxy].filter((address) => address !== undefined);
}

/** The payments behind logs, as far as they are ours. */
async function readTransfers(
  { node, contracts }: LookParts,
  logs: readonly ProxyLog[],
  isOurs: FollowFrom['isOurs'],
): Promise<ObservedTransfer[]> {
  if (logs.length === 0) return [];
  const topics = [...new Set(logs.map(referenceTopicOf))];
  const wanted: ReadonlySet<Hex> = isOurs === undefined ? new Set(topics) : await isOurs(topics);
  const ours = logs.filter((log) => wanted.has(referenceTopicOf(log)));
  const transfers: ObservedTransfer[] = [];
  for await (const found of readReceipts(node, ours)) {
    for (const { receipt, block } of found) {
      for (const transfer of paymentsIn(receipt, contracts, block)) {
        if (wanted.has(transfer.referenceTopic)) transfers.push(transfer);
      }
    }
  }
  return transfers;
}
