import {
  parseEventLogs,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import { z } from 'zod';
import { diamondAbi, receiverAbi } from '#catalog/abis/bridge.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { asHex, type BridgedNode } from './bridged-nodes.ts';
import { type Deposit, findFill, isRefunded, readDeposits } from './deposits.ts';
import { describeToken, TOOL } from './listings.ts';
import { invalid } from './provider-error.ts';
import { findNode } from './quote-request.ts';

const isHash = (text: string): text is Hex => isHex(text) && text.length === 66;
const Asked = z.object({
  txHash: z.string().refine(isHash, 'must be a transaction hash'),
  fromChain: z.string().optional(),
});

/** `GET /status`: what became of a source transaction, by the chains alone. */
export async function readStatus(nodes: readonly BridgedNode[], parameters: unknown) {
  const parsed = Asked.safeParse(parameters);
  if (!parsed.success) throw invalid('txHash must be the hash of a transaction');
  const { txHash, fromChain } = parsed.data;
  const places = fromChain === undefined ? nodes : [findNode(nodes, fromChain)];
  const found = await Promise.all(places.map((source) => findSource(source, txHash)));
  const source = found.find((one) => one !== undefined);
  if (source === undefined) {
    return { status: 'NOT_FOUND', substatusMessage: 'The transaction was not found.' };
  }
  const sending = { txHash, chainId: source.node.node.chainId };
  if (source.receipt === undefined) return { ...pending('WAIT_SOURCE_CONFIRMATIONS'), sending };
  if (source.receipt.status === 'reverted') {
    return { status: 'FAILED', substatus: 'UNKNOWN_FAILED_ERROR', sending, tool: TOOL.key };
  }
  const { blockNumber } = source.receipt;
  const deposits = await readDeposits(source.node, nodes, { from: blockNumber, to: blockNumber });
  const deposit = deposits.find(({ hash }) => hash === txHash);
  if (deposit === undefined) return { status: 'INVALID', sending, tool: TOOL.key };
  return {
    ...describe(deposit, source.receipt),
    ...(await readEnd(deposit)),
  };
}

/** A transaction on a node; without a receipt while it waits. */
async function findSource(node: BridgedNode, hash: Hex) {
  const receipt = await orUndefined(
    node.client.getTransactionReceipt({ hash }),
    TransactionReceiptNotFoundError,
  );
  if (receipt !== undefined) return { node, receipt };
  const waiting = await orUndefined(node.client.getTransaction({ hash }), TransactionNotFoundError);
  return waiting && { node, receipt: undefined };
}

async function orUndefined<Value>(
  work: Promise<Value>,
  absence: new (...parts: never[]) => Error,
): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof absence) return undefined;
    throw error;
  }
}

const pending = (substatus: string) => ({ status: 'PENDING', substatus, tool: TOOL.key });

function describe({ source, hash, relay }: Deposit, { logs, from }: TransactionReceipt) {
  const [started] = parseEventLogs({ abi: diamondAbi, logs });
  const token = source.tokens.find((one) => relay.inputToken.endsWith(one.hash.slice(2)));
  return {
    transactionId: started?.args.bridgeData.transactionId,
    sending: {
      txHash: hash,
      chainId: source.node.chainId,
      amount: String(relay.inputAmount),
      ...(token && { token: describeToken(token) }),
    },
    tool: TOOL.key,
    fromAddress: from,
    toAddress: from,
  };
}

/** How far the deposit came on its destination. */
async function readEnd(deposit: Deposit) {
  const { destination, destinationChainId, relay } = deposit;
  const chainId = Number(destinationChainId);
  const fill = await findFill(deposit);
  if (fill === undefined || destination === undefined) {
    return (await isRefunded(deposit))
      ? { status: 'DONE', substatus: 'REFUNDED', receiving: { chainId } }
      : { ...pending('WAIT_DESTINATION_TRANSACTION'), receiving: { chainId } };
  }
  const { logs } = await destination.client.getTransactionReceipt({ hash: fill });
  const ends = parseEventLogs({ abi: receiverAbi, logs });
  const isRecovered = ends.some(({ eventName }) => eventName === 'LiFiTransferRecovered');
  const token = destination.tokens.find((one) => relay.outputToken.endsWith(one.hash.slice(2)));
  return {
    status: 'DONE',
    substatus: isRecovered ? 'PARTIAL' : 'COMPLETED',
    receiving: {
      chainId,
      txHash: fill,
      amount: String(relay.outputAmount),
      ...(token && { token: { ...describeToken(token), address: asHex(token.address) } }),
    },
  };
}
