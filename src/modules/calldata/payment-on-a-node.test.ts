import { keccak256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { type Currency, currencyById, nativeCurrencyOf } from '#catalog/currencies.ts';
import type { NetworkId } from '#catalog/networks.ts';
import { moveSandboxRate } from '#sandbox/price-feeds.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { relayNode } from '../../../tests/support/relayed-node.ts';
import {
  connect,
  execute,
  followedFrom,
  holdings,
  openTestNode,
  type TestNode,
} from '../../../tests/support/test-node.ts';
import { batchCalldata } from './batch-calldata.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

const { payer, payee, unrelated, feeReceiver } = TEST_ACCOUNTS;
const REFERENCE = '0x0011223344556677';
const REFERENCE_EVENT = '0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6';

let sepolia: TestNode;
let mainnet: TestNode;
let bsc: TestNode;
beforeAll(async () => {
  [sepolia, mainnet, bsc] = await Promise.all([
    openTestNode('sepolia'),
    openTestNode('mainnet'),
    openTestNode('bsc'),
  ]);
});
afterAll(async () => {
  await Promise.all([sepolia, mainnet, bsc].map((each) => each[Symbol.asyncDispose]()));
});

function currency(id: string): Currency {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`the test names ${id}, which does not exist`);
  return found;
}

function order({ chain }: TestNode, currencyId: string, due: PaymentOrder['due']): PaymentOrder {
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

async function balances(at: TestNode, asked: PaymentOrder) {
  const wallets = [payer.address, payee.address, feeReceiver.address];
  const [payerUnits, payeeUnits, feeUnits] = await holdings(at, asked.currency, wallets);
  return { payer: payerUnits ?? -1n, payee: payeeUnits ?? -1n, fee: feeUnits ?? -1n };
}

async function allowance({ chain }: TestNode, asked: PaymentOrder): Promise<bigint> {
  const query = { tokenAddress: asked.currency.address, spender: 'fee_proxy' as const };
  return (await chain.readPayerBalances(payer.address, [query])).tokens[0]?.allowanceUnits ?? -1n;
}

/** Signs and sends what was prepared; every transaction must succeed. */
async function pay(at: TestNode, asked: PaymentOrder) {
  const prepared = await paymentCalldata(asked, payer.address);
  const receipts = (await execute(at, prepared.transactions)).map(({ receipt }) => receipt);
  expect(receipts.map(({ status }) => status)).toEqual(receipts.map(() => 'success'));
  return { ...prepared, payment: receipts.at(-1), receipts };
}

async function approve(at: TestNode, asked: PaymentOrder, units: bigint): Promise<void> {
  const call = at.chain.encodeApproval(asked.currency.address, units, 'fee_proxy');
  await execute(at, [{ to: call.to, data: call.data, value: '0x0' }]);
}

const proxyOf = (network: NetworkId) => CONTRACTS[network].erc20FeeProxy.toLowerCase();

describe('on a node', () => {
  it('the amount reaches the payee, the fee its receiver, and no allowance is left', async () => {
    const asked = order(sepolia, 'USDC-sepolia', { amountUnits: 12_500_000n, feeUnits: 125_000n });
    const before = await balances(sepolia, asked);
    const { payment, metadata } = await pay(sepolia, asked);
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
    await pay(sepolia, asked);
    const after = await balances(sepolia, asked);
    expect(after).toEqual({
      payer: before.payer - 10n ** 19n,
      payee: before.payee + 10n ** 19n,
      fee: before.fee,
    });
  });

  it('an old allowance that covers amount and fee is used, and no other is requested', async () => {
    const asked = order(sepolia, 'USDC-sepolia', { amountUnits: 1_000n, feeUnits: 10n });
    await approve(sepolia, asked, 1_011n);
    const { transactions } = await pay(sepolia, asked);
    expect(transactions).toHaveLength(1);
    expect(await allowance(sepolia, asked)).toBe(1n);
  });

  it('an old allowance that covers the amount but not the fee is not enough', async () => {
    const asked = order(sepolia, 'USDT-sepolia', { amountUnits: 1_000n, feeUnits: 10n });
    await approve(sepolia, asked, 1_009n);
    const { transactions } = await pay(sepolia, asked);
    expect(transactions).toHaveLength(2);
    expect(await allowance(sepolia, asked)).toBe(0n);
  });

  // Without the clearing the approval reverts, and the payer's gas is gone.
  it('Ethereum’s USDT takes a new allowance only after the old one was cleared', async () => {
    const asked = order(mainnet, 'USDT-mainnet', { amountUnits: 5_000_000n, feeUnits: 50_000n });
    await approve(mainnet, asked, 1n);
    await expect(approve(mainnet, asked, 5_050_000n)).rejects.toThrow();
    const { metadata } = await pay(mainnet, asked);
    expect(metadata).toMatchObject({ stepsRequired: 3, approvalTransactionsCount: 2 });
    expect(await allowance(mainnet, asked)).toBe(0n);
  });

  it('dollars on BNB Smart Chain have 18 decimals', async () => {
    const units = 10n ** 18n;
    const asked = order(bsc, 'USDC-bsc', { amountUnits: units, feeUnits: 0n });
    const before = await balances(bsc, asked);
    const { metadata } = await pay(bsc, asked);
    expect((await balances(bsc, asked)).payee).toBe(before.payee + units);
    expect(metadata.costBreakdown?.totals.paymentAmount).toBe('1');
  });

  it('a wallet without tokens gets the error that it has too little', async () => {
    const asked = order(sepolia, 'USDC-sepolia', { amountUnits: 1n, feeUnits: 0n });
    const { metadata } = await paymentCalldata(asked, unrelated.address);
    expect(metadata).toMatchObject({ hasEnoughBalance: false, balance: '0', hasEnoughGas: true });
  });
});

describe('every form on a node', () => {
  const legs = (amountUnits: bigint): NonNullable<PaymentOrder['feeLegs']> => [
    { amountUnits, paymentReference: '0xaaaaaaaaaaaaaaaa', receiverAddress: feeReceiver.address },
  ];

  it('coins reach the payee and both fees their receiver, and leave what gas costs', async () => {
    const coin = nativeCurrencyOf('sepolia');
    const asked: PaymentOrder = {
      ...order(sepolia, 'USDC-sepolia', { amountUnits: 10n ** 15n, feeUnits: 10n ** 13n }),
      kind: 'native',
      currency: coin ?? currency('USDC-sepolia'),
      feeLegs: legs(5n),
    };
    const before = await balances(sepolia, asked);
    const { metadata, receipts } = await pay(sepolia, asked);
    const gas = receipts.reduce((sum, one) => sum + one.gasUsed * one.effectiveGasPrice, 0n);
    expect(await balances(sepolia, asked)).toEqual({
      payer: before.payer - 10n ** 15n - 10n ** 13n - 5n - gas,
      payee: before.payee + 10n ** 15n,
      fee: before.fee + 10n ** 13n + 5n,
    });
    expect(metadata).toMatchObject({ stepsRequired: 2, requiredAmount: '1010000000000005' });
  });

  it('coins reach contract wallets as payees and as receivers of fees that are paid by themselves', async () => {
    const wallet = '0x00000000000000000000000000000000000c0de1';
    // Reads two slots before it takes anything, as wallets behind a proxy do: more than 2,300 gas.
    await sepolia.client.request<{
      Method: 'anvil_setCode';
      Parameters: [string, string];
      ReturnType: null;
    }>({ method: 'anvil_setCode', params: [wallet, '0x600054506001545000'] });
    const coin = nativeCurrencyOf('sepolia') ?? currency('USDC-sepolia');
    const [leg] = legs(5n);
    const asked: PaymentOrder = {
      ...order(sepolia, 'USDC-sepolia', { amountUnits: 70n, feeUnits: 0n }),
      kind: 'native',
      currency: coin,
      payeeAddress: wallet,
      platformFee: { percentage: '1', address: wallet },
      feeLegs: leg && [{ ...leg, receiverAddress: wallet }],
    };
    await pay(sepolia, asked);
    expect(await holdings(sepolia, coin, [wallet])).toEqual([75n]);
    const due = { amountUnits: 70n, feeUnits: 1n };
    const refused = { ...asked, due, payeeAddress: payee.address };
    await expect(pay(sepolia, refused)).rejects.toThrow('reverted');
  });

  it('a fee that is paid by itself is a payment with a reference of its own', async () => {
    const due = { amountUnits: 1_000_000n, feeUnits: 0n };
    const asked = { ...order(mainnet, 'USDT-mainnet', due), feeLegs: legs(20_000n) };
    const startBlock = (await mainnet.chain.readHead()) + 1n;
    const before = await balances(mainnet, asked);
    await pay(mainnet, asked);
    expect(await balances(mainnet, asked)).toEqual({
      payer: before.payer - 1_020_000n,
      payee: before.payee + 1_000_000n,
      fee: before.fee + 20_000n,
    });
    expect(await allowance(mainnet, asked)).toBe(0n);
    expect(await followedFrom(mainnet, startBlock)).toMatchObject([
      { referenceKey: keccak256(REFERENCE), payeeAddress: payee.address },
      { referenceKey: keccak256('0xaaaaaaaaaaaaaaaa'), payeeAddress: feeReceiver.address },
    ]);
  });

  it('an invoice in euros takes of the token what the rate of its block says, within the limit', async () => {
    const token = currency('DAI-mainnet');
    const path = conversionPath('EUR', token, { sandbox: true }) ?? [];
    const asked: PaymentOrder = {
      ...order(mainnet, 'DAI-mainnet', { amountUnits: 10_00000000n, feeUnits: 10000000n }),
      kind: 'conversion',
      conversion: { path, maxRateAgeSeconds: 3_600, slippageBps: 100 },
      feeLegs: legs(5000000n),
    };
    const before = await balances(mainnet, asked);
    const prepared = await paymentCalldata(asked, payer.address);
    // Half a percent dearer than when it was prepared: the slippage covers it.
    await moveSandboxRate(mainnet.node, 'EUR', { answer: 1_08540000n });
    const executed = await execute(mainnet, prepared.transactions);
    await moveSandboxRate(mainnet.node, 'EUR', { answer: 1_08000000n });
    expect(executed.map(({ receipt }) => receipt.status)).toEqual([
      'success',
      'success',
      'success',
    ]);
    const after = await balances(mainnet, asked);
    const price = (euroUnits: bigint) => (euroUnits * 10n ** 10n * 1_08540000n) / 99970000n;
    expect(after.payee - before.payee).toBe(price(10_00000000n));
    expect(after.fee - before.fee).toBe(price(10000000n) + price(5000000n));
    expect(before.payer - after.payer).toBeLessThanOrEqual(
      BigInt(prepared.metadata.requiredAmount),
    );
  });

  it('a rate that grew too old is refused before anything is signed', async () => {
    const path = conversionPath('GBP', currency('USDC-mainnet'), { sandbox: true }) ?? [];
    const asked: PaymentOrder = {
      ...order(mainnet, 'USDC-mainnet', { amountUnits: 10_00000000n, feeUnits: 0n }),
      kind: 'conversion',
      conversion: { path, maxRateAgeSeconds: 600, slippageBps: 100 },
    };
    await expect(paymentCalldata(asked, payer.address)).resolves.toBeDefined();
    await moveSandboxRate(mainnet.node, 'GBP', { answer: 1_27000000n, ageSeconds: 700 });
    await expect(paymentCalldata(asked, payer.address)).rejects.toThrow('seconds old');
    await moveSandboxRate(mainnet.node, 'GBP', { answer: 1_27000000n });
  });

  it('one request to the node prepares a conversion, and one a batch of all forms', async () => {
    const relay = await relayNode(mainnet.node.rpcUrl);
    try {
      const chain = connect({ network: 'mainnet', rpcUrl: relay.rpcUrl });
      const token = currency('USDC-mainnet');
      const path = conversionPath('USD', token, { sandbox: true }) ?? [];
      const plain = order({ ...mainnet, chain }, token.id, {
        amountUnits: 10n ** 8n,
        feeUnits: 0n,
      });
      const conversion = { path, maxRateAgeSeconds: 0, slippageBps: 0 };
      const converted = { ...plain, kind: 'conversion', conversion, feeLegs: legs(10n) } as const;
      const tether = { ...plain, currency: currency('USDT-mainnet') };
      const native = {
        ...plain,
        kind: 'native',
        currency: nativeCurrencyOf('mainnet') ?? token,
      } as const;
      await paymentCalldata(converted, payer.address);
      expect(relay.requests).toBe(1);
      await batchCalldata([plain, tether, native, converted], payer.address);
      expect(relay.requests).toBe(2);
    } finally {
      await relay.stop();
    }
  });
});
