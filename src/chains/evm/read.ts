import { type Client, hexToBigInt } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { PayerBalances, TransactionOutcome } from '../chain.ts';
import { evmAddress } from './address.ts';
import { listsTransaction, readBlock } from './blocks.ts';
import { addressArgument, contractFunction, encodeCall } from './encode.ts';
import type { EvmNodeClient } from './nodes/evm-connection.ts';

const balanceOf = contractFunction(erc20Abi, 'balanceOf');
const allowanceOf = contractFunction(erc20Abi, 'allowance');
const WORD = /^0x[0-9a-fA-F]{64}/;

/** What to read of a wallet. */
export interface WalletQuestion {
  readonly wallet: string;
  readonly tokens: readonly { readonly tokenAddress: string; readonly spenderAddress: string }[];
}

/** Native balance, gas price, and of every token balance and allowance: one request. */
export async function readPayerBalances(
  node: EvmNodeClient,
  question: WalletQuestion,
): Promise<PayerBalances> {
  const wallet = evmAddress(question.wallet);
  const holder = addressArgument(wallet);
  const [nativeBalance, gasPrice, ...answers] = await node.query((client) =>
    Promise.all([
      client.request({ method: 'eth_getBalance', params: [wallet, 'latest'] }),
      client.request({ method: 'eth_gasPrice' }),
      ...question.tokens.map(async ({ tokenAddress: to, spenderAddress }) => {
        const [balance, allowance] = await Promise.all([
          queryToken(client, to, encodeCall(balanceOf, [holder])),
          queryToken(
            client,
            to,
            encodeCall(allowanceOf, [holder, addressArgument(spenderAddress)]),
          ),
        ]);
        return { to, balance, allowance };
      }),
    ]),
  );
  return {
    nativeBalanceUnits: hexToBigInt(nativeBalance),
    // The price that nodes suggest includes the base fee and the priority fee together.
    resources: { prices: { gas: hexToBigInt(gasPrice) } },
    tokens: answers.map(({ to, balance, allowance }) => ({
      balanceUnits: wordOf(balance, `${to} returned no balance`),
      allowanceUnits: wordOf(allowance, `${to} returned no allowance`),
    })),
  };
}

async function queryToken(client: Client, token: string, data: Hex): Promise<Hex> {
  const params = [{ to: evmAddress(token), data }, 'latest'] as const;
  return await client.request({ method: 'eth_call', params: [...params] });
}

/** The number of the newest block. */
export async function readHead(node: EvmNodeClient): Promise<bigint> {
  return hexToBigInt(await node.query((client) => client.request({ method: 'eth_blockNumber' })));
}

/** A node's receipt of a transaction in a block; throws `Outage` where that block does not list it. */
export async function readOutcome(
  node: EvmNodeClient,
  hash: Hex,
): Promise<TransactionOutcome | undefined> {
  const receipt = await node.query((client) =>
    client.request({ method: 'eth_getTransactionReceipt', params: [hash] }),
  );
  if (receipt === null) return undefined;
  const block = { number: hexToBigInt(receipt.blockNumber), hash: receipt.blockHash };
  const holder = await node.query((client) => readBlock(client, node.network, block.number));
  const isListed = holder !== null && holder.hash === block.hash && listsTransaction(holder, hash);
  if (!isListed) throw new Outage(`block ${block.number} does not list the transaction ${hash}`);
  return { status: receipt.status === '0x1' ? 'success' : 'reverted', block };
}

/** Refuses nodes that serve another chain: their balances and payments would count as real. */
export async function checkChainId(node: EvmNodeClient): Promise<void> {
  await node.checkChainIds();
}

/** An address without a contract answers nothing at all, which must not read as zero. */
function wordOf(answer: Hex, otherwise: string): bigint {
  if (!WORD.test(answer)) throw new Outage(otherwise);
  return BigInt(answer.slice(0, 66));
}
