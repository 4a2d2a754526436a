import { decodeEventLog, type Hex } from 'viem';
import { fromEvmAddress, parseTronAddress, type TronHex, toBase58 } from './address.ts';
import type { BlockContents } from './block.ts';
import type { EvmLog } from './evm.ts';
import { numberOf, type RequestParameters, textOf } from './http-request.ts';
import { KNOWN_CONTRACTS } from './known-contracts.ts';
import { NodeError } from './node-error.ts';
import type { NodeParts } from './routes.ts';

/** Most events on a page. */
const LIMIT_MAX = 200;
const LIMIT_DEFAULT = 20;

/** An event as the hosted API lists it. */
interface ListedEvent {
  readonly block_number: number;
  readonly block_timestamp: number;
  readonly caller_contract_address: string;
  readonly contract_address: string;
  readonly event_index: number;
  readonly event_name: string;
  readonly result: Readonly<Record<string, string>>;
  readonly result_type: Readonly<Record<string, string>>;
  readonly event: string;
  readonly transaction_id: string;
  readonly _unconfirmed?: true;
}

/**
 * Events by contract, transaction or block, as the hosted API of full nodes lists them: `path` is what
 * follows `v1/`. Undefined where there is no such list.
 */
export function listEvents(parts: NodeParts, path: string, request: RequestParameters): unknown {
  const [kind, key = '', last, ...rest] = path.split('/');
  if (last !== 'events' || rest.length > 0) return undefined;
  const list = filterOf(parts, kind, key);
  if (list === undefined) return undefined;
  return page(parts, list(), request);
}

function filterOf(
  parts: NodeParts,
  kind: string | undefined,
  key: string,
): (() => readonly ListedEvent[]) | undefined {
  const { chain } = parts;
  if (kind === 'contracts') {
    const address = parseTronAddress(key);
    if (address === undefined) throw new NodeError('IllegalArgumentException', 'Invalid address');
    return () => allEvents(parts).filter((event) => event.contract_address === toBase58(address));
  }
  if (kind === 'transactions') {
    return () => allEvents(parts).filter((event) => event.transaction_id === key.toLowerCase());
  }
  if (kind !== 'blocks') return undefined;
  const number = key === 'latest' ? chain.head().number : Number(key);
  return () => allEvents(parts).filter((event) => event.block_number === number);
}

/** All events of the chain, oldest first. */
function allEvents({ chain }: NodeParts): readonly ListedEvent[] {
  const events: ListedEvent[] = [];
  for (const block of chain.blocksWithTransactions()) {
    const isSolidified = block.number <= chain.solidified().number;
    for (const { transaction, logs, contractAddress } of block.transactions) {
      const origin = { block, isSolidified, txId: transaction.txId, caller: contractAddress ?? '' };
      events.push(...logs.flatMap((log, i) => describeEvent(log, { ...origin, index: i })));
    }
  }
  return events;
}

interface Origin {
  readonly block: BlockContents;
  readonly isSolidified: boolean;
  readonly txId: string;
  readonly caller: TronHex;
  readonly index: number;
}

/** The event by the contract's published interface; a contract without one has none listed. */
function describeEvent(log: EvmLog, origin: Origin): readonly ListedEvent[] {
  const address = fromEvmAddress(log.address);
  const decoded = decodeLog(log, address);
  if (decoded === undefined) return [];
  const { block, isSolidified, txId, caller, index } = origin;
  const named = decoded.inputs.map(({ name, value }) => [name, value] as const);
  const numbered = decoded.inputs.map(({ value }, i) => [String(i), value] as const);
  return [
    {
      block_number: block.number,
      block_timestamp: block.timestampMs,
      caller_contract_address: toBase58(caller),
      contract_address: toBase58(address),
      event_index: index,
      event_name: decoded.name,
      result: Object.fromEntries([...numbered, ...named]),
      result_type: Object.fromEntries(decoded.inputs.map(({ name, type }) => [name, type])),
      event: decoded.signature,
      transaction_id: txId,
      ...(!isSolidified && { _unconfirmed: true }),
    },
  ];
}

function decodeLog({ topics, data }: EvmLog, address: TronHex) {
  const abi = KNOWN_CONTRACTS.get(address)?.abi;
  const [first, ...others] = topics;
  if (abi === undefined || first === undefined) return undefined;
  const asTopics: [Hex, ...Hex[]] = [first, ...others];
  const { eventName, args } = decodeEventLog({ abi, topics: asTopics, data, strict: false });
  const entry = abi.find((row) => row.type === 'event' && row.name === eventName);
  if (entry?.type !== 'event') return undefined;
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(args ?? {}));
  const inputs = entry.inputs.map(({ name = '', type }) => ({
    name,
    type,
    value: printValue(type, values.get(name)),
  }));
  const types = entry.inputs.map(({ type, indexed, name }) =>
    [type, ...(indexed === true ? ['indexed'] : []), name].join(' '),
  );
  return { name: entry.name, inputs, signature: `${entry.name}(${types.join(', ')})` };
}

/** Integers are decimal, bytes without a prefix, addresses with the EVM's. */
function printValue(type: string, value: unknown): string {
  const text = String(value);
  if (type === 'address') return text.toLowerCase();
  return text.replace(/^0x/, '');
}

function page(parts: NodeParts, all: readonly ListedEvent[], request: RequestParameters): unknown {
  const matching = all.filter((event) => matches(event, request));
  const order = textOf(request, 'order_by');
  if (order !== 'block_timestamp,asc') matching.reverse();
  const limit = Math.min(numberOf(request, 'limit') || LIMIT_DEFAULT, LIMIT_MAX);
  const start = readFingerprint(textOf(request, 'fingerprint'));
  const data = matching.slice(start, start + limit);
  const end = start + data.length;
  return {
    data,
    success: true,
    meta: {
      at: parts.chain.nowMs(),
      page_size: data.length,
      ...(end < matching.length && { fingerprint: writeFingerprint(end) }),
    },
  };
}

function matches(event: ListedEvent, request: RequestParameters): boolean {
  const name = textOf(request, 'event_name');
  const min = numberOf(request, 'min_block_timestamp');
  const max = numberOf(request, 'max_block_timestamp');
  const number = numberOf(request, 'block_number');
  const isUnconfirmed = event._unconfirmed === true;
  return (
    (name === '' || event.event_name === name) &&
    event.block_timestamp >= min &&
    (max === 0 || event.block_timestamp <= max) &&
    (number === 0 || event.block_number === number) &&
    !(textOf(request, 'only_confirmed') === 'true' && isUnconfirmed) &&
    !(textOf(request, 'only_unconfirmed') === 'true' && !isUnconfirmed)
  );
}

/** Where the next page begins, in a form that says nothing to its reader. */
const writeFingerprint = (start: number) => Buffer.from(`at:${start}`).toString('base64url');

function readFingerprint(text: string): number {
  const start = /^at:(\d{1,12})$/.exec(Buffer.from(text, 'base64url').toString())?.[1];
  return start === undefined ? 0 : Number(start);
}
