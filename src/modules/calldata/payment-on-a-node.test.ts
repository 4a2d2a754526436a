import { pino } from 'pino';
import { createPublicClient, erc20Abi, type Hex, http, keccak256, type PublicClient } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import { connectChains } from '#chains/registry.ts';
import { type LocalNode, startLocalNode } from '../../processes/sandbox/local-nodes.ts';
import { TEST_ACCOUNTS } from '../../processes/sandbox/test-accounts.ts';
import { asCall, sendCall } from '../../processes/sandbox/test-wallet.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

const { payer, payee, stranger, feeReceiver } = TEST_ACCOUNTS;
const REFERENCE = '0x0011223344556677';
const REFERENCE_EVENT = '0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6';

/** A network with a node behind it, and what a test does there. */
interface Place extends AsyncDisposable {
  readonly chain: Chain;
  readonly client: PublicClient;
  readonly node: LocalNode;
}

async function place(network: 'sepolia' | 'mainnet' | 'bsc'): Promise<Place> {
  const node = await startLocalNode({ network });
  const row = NETWORKS[network];
  const chains = connectChains([{ network: row, rpcUrls: [node.rpcUrl] }], {
    log: pino({ level: 'silent' }),
  });
  const chain = chains.get(network);
  if (chain === undefined) throw new Error(`${network} is connected`);
  const client = createPublicClient({ transport: http(node.rpcUrl), pollingInterval: 20 });
  return {
    chain,
    client,
    node,
    [Symbol.asyncDispose]: async () => {
      await chains.close();
      await node.stop();
    },
  };
}

let sepolia: Place;
let mainnet: Place;
let bsc: Place;
beforeAll(async () => {
  [sepolia, mainnet, bsc] = await Promise.all([place('sepolia'), place('mainnet'), place('bsc')]);
});
afterAll(async () => {
  await Promise.all([sepolia, mainnet, bsc].map((each) => each[Symbol.asyncDispose]()));
});

function currency(id: string): Currency {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`the test names ${id}, which does not exist`);
  return found;
}

function order({ chain }: Place, currencyId: string, due: PaymentOrder['due']): PaymentOrder {
  const platformFee =
    due.feeUnits === 0n ? undefined : { percentage: '1', address: feeReceiver.address };
  return {
    chain,
    kind: 'token',
    currency: currency(currencyId),
    payeeAddress: payee.address,
    paymentReference: REFERENCE,
    due,
    platformFee,
  };
}

const tokenOf = (asked: PaymentOrder): Hex => `0x${asked.currency.address.slice(2)}`;

async function balances({ client }: Place, asked: PaymentOrder) {
  const read = (wallet: Hex) =>
    client.readContract({
      address: tokenOf(asked),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [wallet],
    });
  return {
    payer: await read(payer.address),
    payee: await read(payee.address),
    fee: await read(feeReceiver.address),
  };
}

async function allowance({ chain }: Place, asked: PaymentOrder): Promise<bigint> {
  const ask = { tokenAddress: asked.currency.address, spender: 'fee_proxy' as const };
  return (await chain.readPayerFacts(payer.address, [ask])).tokens[0]?.allowanceUnits ?? -1n;
}

/** Signs and sends what was prepared; every transaction must succeed. */
async function execute(at: Place, asked: PaymentOrder) {
  const prepared = await paymentCalldata(asked, payer.address);
  const receipts = [];
  for (const transaction of prepared.transactions) {
    const hash = await sendCall(at.node, payer, asCall(transaction));
    receipts.push(await at.client.waitForTransactionReceipt({ hash }));
  }
  expect(receipts.map(({ status }) => status)).toEqual(receipts.map(() => 'success'));
  return { ...prepared, payment: receipts.at(-1) };
}

async function approve(at: Place, asked: PaymentOrder, units: bigint): Promise<void> {
  const hash = await sendCall(
    at.node,
    payer,
    at.chain.encodeApproval(asked.currency.address, units, 'fee_proxy'),
  );
  await at.client.waitForTransactionReceipt({ hash });
}

const proxyOf = (network: NetworkId) => CONTRACTS[network].erc20FeeProxy.toLowerCase();

describe('on a node', () => {
  it('the amount reaches the payee, the fee its receiver, and no allowance is left', async () => {
    const asked = order(sepolia, 'USDC-sepolia', { amountUnits: 12_500_000n, feeUnits: 125_000n });
    const before = await balances(sepolia, asked);
    const { payment, metadata } = await execute(sepolia, asked);
    expect(await balances(sepolia, asked)).toEqual({
      payer: before.payer - 12_625_000n,
      payee: before.payee + 12_500_000n,
      fee: before.fee + 125_000n,
    });
    expect(await allowance(sepolia, asked)).toBe(0n);
    expect(metadata).toMatchObject({
      stepsRequired: 2,
      hasEnoughBalance: true,
      hasEnoughGas: true,
    });
    const events = payment?.logs.filter(({ address }) => address === proxyOf('sepolia'));
    expect(events?.map(({ topics }) => topics)).toEqual([[REFERENCE_EVENT, keccak256(REFERENCE)]]);
  });

  it('a payment without a fee leaves nothing anywhere else', async () => {
    const asked = order(sepolia, 'FAU-sepolia', { amountUnits: 10n ** 19n, feeUnits: 0n });
    const before = await balances(sepolia, asked);
    await execute(sepolia, asked);
    const after = await balances(sepolia, asked);
    expect(after).toEqual({
      payer: before.payer - 10n ** 19n,
      payee: before.payee + 10n ** 19n,
      fee: before.fee,
    });
  });

  it('an old allowance that covers amount and fee is used, and no other is asked for', async () => {
    const asked = order(sepolia, 'USDC-sepolia', { amountUnits: 1_000n, feeUnits: 10n });
    await approve(sepolia, asked, 1_011n);
    const { transactions } = await execute(sepolia, asked);
    expect(transactions).toHaveLength(1);
    expect(await allowance(sepolia, asked)).toBe(1n);
  });

  it('an old allowance that covers the amount but not the fee is not enough', async () => {
    const asked = order(sepolia, 'USDT-sepolia', { amountUnits: 1_000n, feeUnits: 10n });
    await approve(sepolia, asked, 1_009n);
    const { transactions } = await execute(sepolia, asked);
    expect(transactions).toHaveLength(2);
    expect(await allowance(sepolia, asked)).toBe(0n);
  });

  // Without the clearing the approval reverts, and the payer's gas is gone.
  it('Ethereum’s USDT takes a new allowance only after the old one was cleared', async () => {
    const asked = order(mainnet, 'USDT-mainnet', { amountUnits: 5_000_000n, feeUnits: 50_000n });
    await approve(mainnet, asked, 1n);
    await expect(approve(mainnet, asked, 5_050_000n)).rejects.toThrow();
    const { metadata } = await execute(mainnet, asked);
    expect(metadata).toMatchObject({ stepsRequired: 3, approvalTransactionsCount: 2 });
    expect(await allowance(mainnet, asked)).toBe(0n);
  });

  it('dollars on BNB Smart Chain have 18 decimals', async () => {
    const units = 10n ** 18n;
    const asked = order(bsc, 'USDC-bsc', { amountUnits: units, feeUnits: 0n });
    const before = await balances(bsc, asked);
    const { metadata } = await execute(bsc, asked);
    expect((await balances(bsc, asked)).payee).toBe(before.payee + units);
    expect(metadata.costBreakdown?.totals.paymentAmount).toBe('1');
  });

  it('a wallet without tokens is told that it has too little', async () => {
    const asked = order(sepolia, 'USDC-sepolia', { amountUnits: 1n, feeUnits: 0n });
    const { metadata } = await paymentCalldata(asked, stranger.address);
    expect(metadata).toMatchObject({ hasEnoughBalance: false, balance: '0', hasEnoughGas: true });
  });
});
