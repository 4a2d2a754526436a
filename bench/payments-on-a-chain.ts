import { setTimeout as wait } from 'node:timers/promises';
import {
  createTestClient,
  type Hex,
  http,
  keccak256,
  numberToHex,
  publicActions,
  walletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Call, TokenPayment } from '#chains/chain.ts';
import { evmAddress } from '#chains/evm/address.ts';
import { elapsedMs } from '#kit/clock.ts';
import { TEST_ACCOUNTS } from '../src/sandbox/test-accounts.ts';
import { openTestNode, type TestNode } from '../tests/support/test-node.ts';

const TOKEN = currencyById('USDC-sepolia')?.address ?? '';
/** Generous: a batch takes less, and blocks here hold one each. */
const BATCH_GAS = 200_000n;
const PAYMENT_GAS = 100_000n;
const BLOCK_GAS = 1_000_000_000n;
const TIMEOUT_MS = 10_000;
/** A thousand empty blocks at once take longer than a call on a busy machine. */
const MINING_TIMEOUT_MS = 120_000;

/** A local chain full of payments, each through the published contracts. */
export interface PaidChain extends AsyncDisposable {
  readonly node: TestNode;
  /** The first and the last block that hold any. */
  readonly from: bigint;
  readonly to: bigint;
  /** How many payments those hold. */
  readonly events: number;
  /** Makes one more payment and returns when its block is there. */
  pay(paymentReference: Hex): Promise<void>;
  /**
   * Signs what the next block holds: a transaction for each payment, or one for all of them. What is returned makes the
   * block. From the first call on blocks come in this way alone.
   */
  prepareBlock(references: readonly Hex[], by: 'payment' | 'batch'): Promise<() => Promise<void>>;
}

/** The reference of a payment by its number. */
function referenceOf(number: number): Hex {
  return `0x${keccak256(numberToHex(number)).slice(2, 18)}`;
}

/** The references of the first payments. */
export function referencesUpTo(count: number): Hex[] {
  return Array.from({ length: count }, (_, number) => referenceOf(number));
}

/** How many blocks are filled, and with what. */
export interface ChainSize {
  readonly blocks: number;
  readonly perBlock: number;
  /** How many empty blocks come before each of them. */
  readonly emptyBetween?: number;
  /** Of so many filled blocks only one holds payments of ours; all do where this is left out. */
  readonly oursEvery?: number;
}

/** The numbers of payments that nobody here asks for begin far above those of ours. */
const FOREIGN_FROM = 1_000_000_000;

/** Who pays everything: sends transactions one after the other, or signs those of a block. */
async function openPayer(node: TestNode['node']) {
  const { nativeCurrency, name } = NETWORKS.sepolia;
  const rpcUrls = { default: { http: [node.rpcUrl] } };
  const client = createTestClient({
    mode: 'anvil',
    account: privateKeyToAccount(TEST_ACCOUNTS.payer.privateKey),
    chain: { id: node.chainId, name, nativeCurrency, rpcUrls },
    transport: http(node.rpcUrl, { timeout: MINING_TIMEOUT_MS }),
    pollingInterval: 1,
  })
    .extend(publicActions)
    .extend(walletActions);
  // Blocks come with transactions only, and hold whatever is sent.
  await client.setAutomine(true);
  await client.setBlockGasLimit({ gasLimit: BLOCK_GAS });
  let nonce = await client.getTransactionCount({ address: client.account.address });
  const send = async ({ to, data }: Call, gas: bigint) => {
    const hash = await client.sendTransaction({ to: evmAddress(to), data, gas, nonce });
    nonce += 1;
    for (const end = elapsedMs() + TIMEOUT_MS; elapsedMs() < end; await wait(1)) {
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined);
      if (receipt?.status === 'success') return;
      if (receipt !== undefined) throw new Error('a payment of the benchmark was reverted');
    }
    throw new Error('a payment of the benchmark found no block');
  };
  const sign = async (calls: readonly Call[], gas: bigint) => {
    const first = nonce;
    nonce += calls.length;
    return await Promise.all(
      calls.map(async ({ to, data }, at) => {
        const call = { to: evmAddress(to), data, gas, nonce: first + at };
        return await client.signTransaction(await client.prepareTransactionRequest(call));
      }),
    );
  };
  return { client, send, sign };
}

function orderOf(paymentReference: Hex): TokenPayment {
  return {
    kind: 'token',
    tokenAddress: TOKEN,
    payeeAddress: TEST_ACCOUNTS.payee.address,
    amountUnits: 5n,
    paymentReference,
    feeUnits: 0n,
    feeAddress: TEST_ACCOUNTS.feeReceiver.address,
  };
}

/** Starts a node and fills blocks with payments, those of ours numbered from 0, one batch a block. */
export async function payOnAChain(size: ChainSize): Promise<PaidChain> {
  const { emptyBetween = 0, oursEvery = 1 } = size;
  const sepolia = await openTestNode('sepolia');
  const { chain } = sepolia;
  const { client, send, sign } = await openPayer(sepolia.node);
  await send(chain.encodeApproval(TOKEN, 10n ** 15n, 'batch'), BATCH_GAS);
  await send(chain.encodeApproval(TOKEN, 10n ** 15n, 'fee_proxy'), BATCH_GAS);
  const from = (await chain.readHead()) + 1n;
  let events = 0;
  for (let block = 0; block < size.blocks; block += 1) {
    if (emptyBetween > 0) await client.mine({ blocks: emptyBetween });
    const isOurs = block % oursEvery === oursEvery - 1;
    const first = isOurs ? events : FOREIGN_FROM + block * size.perBlock;
    if (isOurs) events += size.perBlock;
    const orders = Array.from({ length: size.perBlock }, (_, i) => orderOf(referenceOf(first + i)));
    const call = chain.encodeBatch(orders, TEST_ACCOUNTS.feeReceiver.address);
    await send(call, BATCH_GAS + PAYMENT_GAS * BigInt(size.perBlock));
  }
  const callsOf = (references: readonly Hex[], by: 'payment' | 'batch') => {
    const orders = references.map(orderOf);
    if (by === 'payment') return orders.map((order) => chain.encodePayment(order));
    return [chain.encodeBatch(orders, TEST_ACCOUNTS.feeReceiver.address)];
  };
  const to = await chain.readHead();
  // Some only take a block when there is another behind it.
  await client.mine({ blocks: 3 });
  return {
    node: sepolia,
    from,
    to,
    events,
    pay: (reference) => send(chain.encodePayment(orderOf(reference)), BATCH_GAS),
    prepareBlock: async (references, by) => {
      await client.setAutomine(false);
      const gas = by === 'batch' ? BATCH_GAS + PAYMENT_GAS * BigInt(references.length) : BATCH_GAS;
      const signed = await sign(callsOf(references, by), gas);
      return async () => {
        await Promise.all(
          signed.map((serializedTransaction) =>
            client.sendRawTransaction({ serializedTransaction }),
          ),
        );
        await client.mine({ blocks: 1 });
      };
    },
    [Symbol.asyncDispose]: () => sepolia[Symbol.asyncDispose](),
  };
}
