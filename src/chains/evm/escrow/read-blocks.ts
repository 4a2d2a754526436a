import { numberToHex } from 'viem';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type {
  EscrowBlocks,
  EscrowEvent,
  EscrowQuery,
  ForeignAuthorization,
  OurEscrowPayments,
} from '../../escrow.ts';
import { eventOf, lowerCase } from '../../events/event-log.ts';
import { NodeFailure } from '../../nodes/failure.ts';
import type { BlockPoint } from '../../observed.ts';
import { pointOf, readBlock } from '../blocks.ts';
import { readEnds } from '../bridge/ends.ts';
import { checkInReceipt } from '../bridge/find-logs.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { type FoundReceipt, readReceipts } from '../receipts.ts';
import { byPosition, type ProxyLog, settledLog } from '../windows.ts';
import { ESCROW_TOPICS, movementsIn, type NamedEvent, readNamed } from './read-events.ts';

/** What nodes answer about two contracts at once; after a long pause several reads follow each other. */
const BLOCKS_MAX = 1_000n;

/** The contracts whose events are read. */
export interface WatchedContracts {
  readonly escrow: Hex;
  readonly wrapper: Hex;
  /** Where the tokens of an operator are held. */
  readonly storeOf: (operator: string) => Promise<Hex>;
}

interface NamedLog {
  readonly log: ProxyLog;
  readonly named: NamedEvent;
}

interface FoundLogs {
  readonly named: readonly NamedLog[];
  readonly ours: OurEscrowPayments;
}

/** See `EscrowReads.readBlocks`: two requests, and those for receipts of our own events. */
export async function readBlocks(
  node: EvmNodeClient,
  contracts: WatchedContracts,
  query: EscrowQuery,
): Promise<EscrowBlocks> {
  const ends = await node.query((client) => readEnds(client, node.network));
  const { headNumber } = ends;
  const last = query.from + BLOCKS_MAX - 1n;
  const upTo = last < headNumber ? last : headNumber;
  const finalNumber = ends.finalNumber < upTo ? ends.finalNumber : upTo;
  const { logs, replaced } = await readRange(node, contracts, { ...query, upTo });
  const named = logs.map((log) => ({ log, named: readNamed(log, contracts.escrow) }));
  const ours = await findOurs(named, query);
  const events = await readOurs(node, contracts, { named, ours });
  const foreign = named.flatMap((one) => foreignOf(one, ours));
  return { events, foreign, replaced, upTo, headNumber, finalNumber };
}

/** The logs of the range, its last block and the blocks that are known, from one node at one moment. */
async function readRange(
  node: EvmNodeClient,
  { escrow, wrapper }: WatchedContracts,
  { from, upTo, known }: EscrowQuery & { readonly upTo: bigint },
): Promise<{ readonly logs: readonly ProxyLog[]; readonly replaced: readonly BlockPoint[] }> {
  const isEmpty = from > upTo;
  const addresses = [lowerCase(escrow), lowerCase(wrapper)];
  const filter = {
    address: addresses,
    topics: [[...ESCROW_TOPICS]],
    fromBlock: numberToHex(from),
    toBlock: numberToHex(upTo),
  };
  const [raw, end, blocks] = await node.query((client) =>
    Promise.all([
      isEmpty ? [] : client.request({ method: 'eth_getLogs', params: [filter] }),
      // Behind one URL there may be several nodes, and one without this block would return an empty list.
      readBlock(client, node.network, upTo),
      Promise.all(known.map(({ number }) => readBlock(client, node.network, number))),
    ]),
  );
  if (end === null) throw new Outage(`a node of ${node.network.name} lacks its own block ${upTo}`);
  const logs = raw
    .filter((log) => log.removed !== true)
    .map(settledLog)
    .toSorted(byPosition);
  const isWanted = ({ address, topics, blockNumber }: ProxyLog) =>
    addresses.includes(address) &&
    ESCROW_TOPICS.some((topic) => topic === topics[0]) &&
    blockNumber >= from &&
    blockNumber <= upTo;
  if (!logs.every(isWanted)) throw new NodeFailure('returned other logs than those requested');
  // A block that the node does not have says nothing: it may be behind.
  const found = blocks.flatMap((block) => (block === null ? [] : [pointOf(block)]));
  const present = new Map([...found, pointOf(end)].map(({ number, hash }) => [number, hash]));
  const isMoved = logs.some(
    ({ blockNumber, blockHash }) => (present.get(blockNumber) ?? blockHash) !== blockHash,
  );
  if (isMoved)
    throw new Outage(`blocks of ${node.network.name} were replaced while they were read`);
  const replaced = known.filter(({ number, hash }) => (present.get(number) ?? hash) !== hash);
  return { logs, replaced };
}

async function findOurs(
  named: readonly NamedLog[],
  query: EscrowQuery,
): Promise<OurEscrowPayments> {
  if (named.length === 0) return { terms: new Map(), referenceKeys: new Set() };
  const hashes = named
    .filter((one) => one.named.by === 'escrow')
    .map((one) => one.named.paymentHash);
  const keys = named.flatMap((one) => one.named.referenceKey ?? []);
  return await query.findOurs({
    paymentHashes: [...new Set(hashes)],
    referenceKeys: [...new Set(keys)],
  });
}

async function readOurs(
  node: EvmNodeClient,
  contracts: WatchedContracts,
  { named, ours: { terms } }: FoundLogs,
): Promise<EscrowEvent[]> {
  const ours = named.filter((one) => one.named.by === 'escrow' && terms.has(one.named.paymentHash));
  const receipts = new Map<Hex, FoundReceipt>();
  for await (const some of readReceipts(
    node,
    ours.map(({ log }) => log),
  )) {
    for (const found of some) receipts.set(found.receipt.transactionHash, found);
  }
  const movements = new Map(
    [...receipts].map(([hash, { receipt }]) => [hash, movementsIn(receipt.logs.map(eventOf))]),
  );
  const events: EscrowEvent[] = [];
  for (const { log, named: event } of ours) {
    const found = receipts.get(log.transactionHash);
    const agreed = terms.get(event.paymentHash);
    if (found === undefined || agreed === undefined) throw new Outage('a node lost a receipt');
    checkInReceipt({ ...found, log });
    const store = await contracts.storeOf(agreed.operatorAddress);
    const { number, hash, time } = found.block;
    events.push({
      type: event.type,
      paymentHash: event.paymentHash,
      units: event.units,
      isMoved: movements.get(log.transactionHash)?.take(agreed, store, event) === true,
      block: { number, hash },
      blockTime: time,
      transactionHash: log.transactionHash,
      logIndex: log.logIndex,
    });
  }
  return events;
}

/** Authorisations alone are reported: what comes after them follows from them. */
function foreignOf(
  { log, named }: NamedLog,
  { terms, referenceKeys }: OurEscrowPayments,
): ForeignAuthorization[] {
  const { referenceKey, paymentHash, by, type } = named;
  const isNew = type === 'authorized' || type === 'charged';
  if (!isNew || referenceKey === undefined || !referenceKeys.has(referenceKey)) return [];
  if (by === 'escrow' && terms.has(paymentHash)) return [];
  const { blockNumber, blockHash, transactionHash, logIndex } = log;
  const block = { number: blockNumber, hash: blockHash };
  return [{ referenceKey, by, paymentHash, block, transactionHash, logIndex }];
}
