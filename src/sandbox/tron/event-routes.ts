import { decodeEventLog, type Hex } from 'viem';
import { fromEvmAddress, type TronHex, toBase58 } from './address.ts';
import type { BlockContents } from './block.ts';
import type { EvmLog } from './evm.ts';
import { numberOf, type RequestParameters, textOf } from './http-request.ts';
import { KNOWN_CONTRACTS } from './known-contracts.ts';
import { parseListedAddress, printPage } from './listing.ts';
import type { NodeParts } from './routes.ts';
import type { IncludedTransaction } from './transaction-result.ts';

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
  const matching = list().filter((event) => matches(event, request));
  return printPage(matching, { atMs: parts.chain.nowMs(), request });
}

function filterOf(
  parts: NodeParts,
  kind: string | undefined,
  key: string,
): (() => readonly ListedEvent[]) | undefined {
  const { chain } = parts;
  if (kind === 'contracts') {
    const address = parseListedAddress(key);
    return () => findEvents(parts, (log) => fromEvmAddress(log.address) === address);
  }
  if (kind === 'transactions') {
    const txId = key.toLowerCase();
    return () => findEvents(parts, (_log, included) => included.transaction.txId === txId);
  }
  if (kind !== 'blocks') return undefined;
  const number = key === 'latest' ? chain.head().number : Number(key);
  return () => findEvents(parts, () => true).filter((event) => event.block_number === number);
}

/** The events of the chain that are wanted, oldest first. */
function findEvents(
  { chain }: NodeParts,
  isWanted: (log: EvmLog, included: IncludedTransaction) => boolean,
): readonly ListedEvent[] {
  const solidified = chain.solidified().number;
  return chain.blocksWithTransactions().flatMap((block) =>
    block.transactions.flatMap((included) => {
      const { transaction, logs, contractAddress: caller = '' } = included;
      const isSolidified = block.number <= solidified;
      const origin = { block, isSolidified, txId: transaction.txId, caller };
      return logs.flatMap((log, index) =>
        isWanted(log, included) ? describeEvent(log, { ...origin, index }) : [],
      );
    }),
  );
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
