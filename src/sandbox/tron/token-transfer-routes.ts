import { decodeEventLog, type Hex } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { CURRENCIES } from '#catalog/currencies.ts';
import { fromEvmAddress, type TronHex, toBase58 } from './address.ts';
import type { BlockContents } from './block.ts';
import type { EvmLog } from './evm.ts';
import { isSet, numberOf, type RequestParameters, textOf } from './http-request.ts';
import { parseListedAddress, printPage } from './listing.ts';
import type { NodeParts } from './routes.ts';

/** A transfer or an approval of tokens as the hosted API lists it for an account. */
interface ListedTransfer {
  readonly transaction_id: string;
  readonly token_info: {
    readonly symbol: string;
    readonly address: string;
    readonly decimals: number;
    readonly name: string;
  };
  readonly block_timestamp: number;
  readonly from: string;
  readonly to: string;
  readonly type: 'Transfer' | 'Approval';
  readonly value: string;
}

const TOKENS = new Map(
  CURRENCIES.filter(({ network, type }) => network === 'tron' && type === 'TRC20').map(
    ({ address, symbol, decimals, name }) => [address, { symbol, address, decimals, name }],
  ),
);

/**
 * Transfers of tokens from and to an account, as the hosted API of full nodes lists them: `path` is what follows
 * `v1/`. Undefined where there is no such list.
 */
export function listTokenTransfers(
  { chain }: NodeParts,
  path: string,
  request: RequestParameters,
): unknown {
  const key = /^accounts\/([^/]+)\/transactions\/trc20$/.exec(path)?.[1];
  if (key === undefined) return undefined;
  const account = toBase58(parseListedAddress(key));
  const solidified = chain.solidified().number;
  const blocks = chain
    .blocksWithTransactions()
    .filter((block) => isInView(block.number <= solidified, request));
  const rows = blocks.flatMap(transfersIn).filter((row) => isWanted(row, account, request));
  return printPage(rows, { atMs: chain.nowMs(), request });
}

function isInView(isSolidified: boolean, request: RequestParameters): boolean {
  if (isSet(request, 'only_confirmed')) return isSolidified;
  return !(isSet(request, 'only_unconfirmed') && isSolidified);
}

function isWanted(row: ListedTransfer, account: string, request: RequestParameters): boolean {
  const contract = textOf(request, 'contract_address');
  const max = numberOf(request, 'max_timestamp');
  const isSender = row.from === account && !isSet(request, 'only_to');
  const isReceiver = row.to === account && !isSet(request, 'only_from');
  return (
    (isSender || isReceiver) &&
    (contract === '' || row.token_info.address === toBase58(parseListedAddress(contract))) &&
    row.block_timestamp >= numberOf(request, 'min_timestamp') &&
    (max === 0 || row.block_timestamp <= max)
  );
}

function transfersIn(block: BlockContents): readonly ListedTransfer[] {
  return block.transactions.flatMap(({ transaction, logs }) =>
    logs.flatMap((log) => {
      const moved = decodeTransfer(log);
      const token_info = TOKENS.get(toBase58(fromEvmAddress(log.address)));
      if (moved === undefined || token_info === undefined) return [];
      const origin = { transaction_id: transaction.txId, block_timestamp: block.timestampMs };
      return { ...origin, token_info, ...moved };
    }),
  );
}

/** What a token's event says; undefined for events of another kind. */
function decodeTransfer({ topics, data }: EvmLog) {
  const [first, ...others] = topics;
  if (first === undefined || others.length !== 2) return undefined;
  const asTopics: [Hex, ...Hex[]] = [first, ...others];
  try {
    const { eventName, args } = decodeEventLog({ abi: erc20Abi, topics: asTopics, data });
    const [from, to] = eventName === 'Transfer' ? [args.from, args.to] : [args.owner, args.spender];
    return { from: base58Of(from), to: base58Of(to), type: eventName, value: `${args.value}` };
  } catch {
    // A contract may log anything with two topics; only tokens' own events are listed.
    return undefined;
  }
}

const base58Of = (address: TronHex) => toBase58(fromEvmAddress(address));
