import {
  type Client,
  hexToBigInt,
  numberToHex,
  type RpcTransaction,
  type RpcTransactionReceipt,
} from 'viem';
import type { BridgeContracts } from '#catalog/bridge.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BridgeDeposit, DepositPayer, SourceQuery, SourceTransaction } from '../../bridge.ts';
import { eventOf } from '../../events/event-log.ts';
import { NodeFailure } from '../../nodes/failure.ts';
import { evmAddress } from '../address.ts';
import { pointOf, readBlock, timeOf } from '../blocks.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { checkHeld } from '../receipts.ts';
import { moved } from '../windows.ts';
import { depositPayers, takesTokens } from './deposit-payers.ts';
import { depositsIn } from './deposits.ts';
import { type Ends, readEnds } from './ends.ts';

/** What a node has of a transaction. */
interface Held {
  readonly transaction: RpcTransaction | null;
  readonly receipt: RpcTransactionReceipt | null;
}

/** See `BridgeReads.readSources`: two requests, however many transactions. */
export async function readSources(
  node: EvmNodeClient,
  contracts: Pick<BridgeContracts, 'diamond' | 'spokePool'>,
  queries: readonly SourceQuery[],
): Promise<SourceTransaction[]> {
  if (queries.length === 0) return [];
  const { spokePool } = contracts;
  const [ends, held] = await node.query((client) =>
    Promise.all([
      readEnds(client, node.network),
      Promise.all(queries.map(({ hash }) => readHeld(client, hash))),
    ]),
  );
  const found = queries.map((query, i): Found => {
    const { transaction, receipt } = held[i] ?? { transaction: null, receipt: null };
    if (transaction === null) return { query };
    const sent = sentOf(query.hash, transaction);
    if (receipt === null) return { query, sent };
    const logs = receipt.logs.map(eventOf);
    const deposits = depositsIn(logs, { spokePool, originChainId: node.network.chainId });
    const isPaidBySender = deposits.length === 0 || takesTokens(contracts, transaction.to);
    const payers = isPaidBySender
      ? undefined
      : depositPayers(logs, { ...contracts, network: node.network });
    return { query, sent, mined: { receipt, deposits, payers } };
  });
  return await node.query(async (client) =>
    Promise.all(
      found.map(async ({ query, sent, mined }): Promise<SourceTransaction> => {
        if (sent === undefined) {
          const isReplaced = await isReplacedIn(node, client, { query, ends });
          return { hash: query.hash, state: 'unknown', isReplaced };
        }
        if (mined === undefined) return { ...sent, state: 'waiting' };
        return { ...sent, ...(await placeOf(node, client, { ...mined, spokePool, ends })) };
      }),
    ),
  );
}

/** A transaction as far as a node has it. */
interface Found {
  readonly query: SourceQuery;
  readonly sent?: ReturnType<typeof sentOf>;
  readonly mined?: Mined;
}

interface Mined {
  readonly receipt: RpcTransactionReceipt;
  readonly deposits: readonly BridgeDeposit[];
  readonly payers: readonly DepositPayer[] | undefined;
}

/** Where a transaction is, checked against the header of its block. */
async function placeOf(
  node: EvmNodeClient,
  client: Client,
  { receipt, deposits, payers, spokePool, ends }: Mined & { spokePool: string; ends: Ends },
) {
  const { blockHash, transactionHash } = receipt;
  const blockNumber = hexToBigInt(receipt.blockNumber);
  const block = await readBlock(client, node.network, blockNumber);
  if (block === null || pointOf(block).hash !== blockHash) throw moved(node, blockNumber);
  const reporting = deposits.length === 0 ? {} : { address: evmAddress(spokePool) };
  checkHeld({ transactionHash, blockNumber, blockHash, ...reporting }, block);
  const isSuccess = receipt.status === '0x1';
  return {
    state: isSuccess ? 'success' : 'reverted',
    block: { number: blockNumber, hash: blockHash },
    blockTime: timeOf(block),
    isFinal: blockNumber <= ends.finalNumber,
    deposits: isSuccess ? deposits : [],
    ...(isSuccess && payers && { payers }),
  } as const;
}

/** Throws `NodeFailure` for answers about another transaction, so that another node is queried. */
async function readHeld(client: Client, hash: Hex): Promise<Held> {
  const [transaction, receipt] = await Promise.all([
    client.request({ method: 'eth_getTransactionByHash', params: [hash] }),
    client.request({ method: 'eth_getTransactionReceipt', params: [hash] }),
  ]);
  const isOther = (found: string | undefined) =>
    found !== undefined && found.toLowerCase() !== hash.toLowerCase();
  if (isOther(transaction?.hash) || isOther(receipt?.transactionHash)) {
    throw new NodeFailure(`returned another transaction than ${hash}`);
  }
  if (receipt !== null && transaction?.from.toLowerCase() !== receipt.from.toLowerCase()) {
    throw new NodeFailure(`returned a receipt of ${hash} that is not of its transaction`);
  }
  return { transaction, receipt };
}

/** Whether the nonce of an unknown transaction is used by a final block. */
async function isReplacedIn(
  node: EvmNodeClient,
  client: Client,
  { query: { hash, sent }, ends }: { readonly query: SourceQuery; readonly ends: Ends },
): Promise<boolean> {
  if (sent === undefined) return false;
  const count = await client.request({
    method: 'eth_getTransactionCount',
    params: [evmAddress(sent.sender), numberToHex(ends.finalNumber)],
  });
  return hexToBigInt(count) > sent.nonce && !(await isHeldElsewhere(node, hash));
}

function sentOf(hash: Hex, { from, to, input, nonce, value }: RpcTransaction) {
  const call = to && { to: evmAddress(to), data: input, valueUnits: hexToBigInt(value) };
  return {
    hash,
    sender: evmAddress(from),
    nonce: hexToBigInt(nonce),
    transaction: call || undefined,
  };
}

/** Whether another node has a transaction that one does not: a node may have lost its index, and without this the payer would be asked to pay again. */
async function isHeldElsewhere(node: EvmNodeClient, hash: Hex): Promise<boolean> {
  if (node.others().length === 0) return false;
  try {
    const { transaction } = await node.another().query((client) => readHeld(client, hash));
    return transaction !== null;
  } catch (error) {
    if (error instanceof Outage) return false;
    throw error;
  }
}
