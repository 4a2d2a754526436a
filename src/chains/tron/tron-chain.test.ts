import { pino } from 'pino';
import { TronWeb, utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NETWORKS } from '#catalog/networks.ts';
import { Bug, Refusal } from '#kit/failure.ts';
import {
  newWallet,
  openTestTronNode,
  type TestTronNode,
  TRON_USDC,
  TRON_USDT,
  TRX,
  type TronWallet,
} from '../../../tests/support/tron-node.ts';
import type { Chain, TokenPayment, TransactionStep } from '../chain.ts';
import { tronChain } from './tron-chain.ts';

const BATCH = 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D';
const FEE_PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd';
const MINUTE_MS = 60_000;

let node: TestTronNode;
let chain: Chain;
let payer: TronWallet;
const payee = newWallet();
const feeReceiver = newWallet();

beforeAll(async () => {
  node = await openTestTronNode();
  chain = tronChain({
    network: NETWORKS.tron,
    rpcUrls: [node.url],
    pollMs: 20,
    log: pino({ enabled: false }),
  });
  payer = await node.freshWallet();
});
afterAll(async () => {
  await chain.close();
  await node[Symbol.asyncDispose]();
});

let references = 0;
const payment = (parts: Partial<TokenPayment> = {}): TokenPayment => {
  references += 1;
  return {
    kind: 'token',
    tokenAddress: TRON_USDT,
    payeeAddress: payee.address,
    amountUnits: 1_000n,
    paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
    feeUnits: 0n,
    feeAddress: '0x000000000000000000000000000000000000dEaD',
    ...parts,
  };
};
const approve = (units: bigint, spender: 'fee_proxy' | 'batch', tokenAddress = TRON_USDT) =>
  ({ type: 'approval', tokenAddress, units, spender }) as const;
const Prepared = z.looseObject({
  txID: z.string(),
  raw_data_hex: z.string(),
  raw_data: z.looseObject({
    expiration: z.number(),
    timestamp: z.number(),
    fee_limit: z.number(),
    ref_block_bytes: z.string(),
  }),
});
const prepare = async (steps: readonly TransactionStep[], wallet?: string) =>
  (await chain.prepare(steps, wallet)).map((one) => ({
    ...one,
    fields: Prepared.parse(one.familyFields),
  }));

/** Signs with TronWeb exactly what was prepared. */
async function sign(step: TransactionStep, wallet = payer): Promise<string> {
  const [prepared] = await chain.prepare([step], wallet.address);
  const tronWeb = new TronWeb({ fullHost: node.url, privateKey: wallet.privateKey.slice(2) });
  const transaction = structuredClone(prepared?.familyFields);
  return JSON.stringify(await tronWeb.trx.sign(Object(transaction)));
}

async function send(step: TransactionStep) {
  const hash = await chain.broadcast(await sign(step));
  return await chain.readOutcome(hash);
}

describe('transactions prepared for a wallet', () => {
  it('are signed by TronWeb as they are, pay the payee and the fee, and each is checked by it', async () => {
    const fee = { feeUnits: 7n, feeAddress: feeReceiver.address };
    const [prepared] = await prepare([{ type: 'payment', payment: payment(fee) }], payer.address);
    expect(utils.transaction.txCheck(Object(prepared?.familyFields))).toBe(true);
    expect(await send(approve(1_007n, 'fee_proxy'))).toMatchObject({ status: 'success' });
    expect(await send({ type: 'payment', payment: payment(fee) })).toMatchObject({
      status: 'success',
    });
    expect(await node.unitsOf(TRON_USDT, payee.address)).toBe(1_000n);
    expect(await node.unitsOf(TRON_USDT, feeReceiver.address)).toBe(7n);
  });

  it('call the right contract in Base58 with the fee limits of 100 and 300 TRX', async () => {
    const steps: TransactionStep[] = [
      approve(5n, 'fee_proxy'),
      { type: 'payment', payment: payment() },
      {
        type: 'batch',
        payments: [payment(), payment()],
        feeAddress: feeReceiver.address,
        extraValueUnits: 0n,
      },
    ];
    const prepared = await prepare(steps, payer.address);
    expect(prepared.map(({ to }) => to)).toEqual([TRON_USDT, FEE_PROXY, BATCH]);
    expect(prepared.map(({ fields }) => fields.raw_data.fee_limit / TRX)).toEqual([100, 300, 300]);
    expect(prepared.map(({ valueUnits }) => valueUnits)).toEqual([0n, 0n, 0n]);
    expect(new Set(prepared.map(({ fields }) => fields.raw_data.ref_block_bytes)).size).toBe(1);
  });

  it('expire five minutes after the newest block', async () => {
    const { nowMs } = await node.mine();
    const [prepared] = await prepare([approve(5n, 'batch')], payer.address);
    const { expiration = 0, timestamp = 0 } = prepared?.fields.raw_data ?? {};
    expect(expiration - timestamp).toBe(5 * MINUTE_MS);
    expect(Math.abs(timestamp - nowMs)).toBeLessThan(MINUTE_MS);
  });

  it('of a batch pay each item with its own reference', async () => {
    const owner = newWallet();
    await send(approve(1_000n, 'batch', TRON_USDC));
    const payments = [owner, feeReceiver].map(({ address }, i) =>
      payment({ tokenAddress: TRON_USDC, payeeAddress: address, amountUnits: BigInt(i + 1) }),
    );
    const step = {
      type: 'batch',
      payments,
      feeAddress: feeReceiver.address,
      extraValueUnits: 0n,
    } as const;
    expect(await send(step)).toMatchObject({ status: 'success' });
    expect(await node.unitsOf(TRON_USDC, owner.address)).toBe(1n);
    expect(await node.unitsOf(TRON_USDC, feeReceiver.address)).toBe(2n);
  });

  it('of a batch are refused as our fault where the contract cannot do it', async () => {
    const batch = (payments: readonly TokenPayment[]) =>
      chain.prepare(
        [{ type: 'batch', payments, feeAddress: payee.address, extraValueUnits: 0n }],
        payer.address,
      );
    await expect(batch([payment(), payment({ tokenAddress: TRON_USDC })])).rejects.toThrow(Bug);
    await expect(batch([payment({ feeUnits: 1n })])).rejects.toThrow('one receiver');
    await expect(batch([])).rejects.toThrow(Bug);
  });
});

describe('reading a wallet', () => {
  it('returns coins, tokens, allowances and resources of one moment', async () => {
    const wallet = await node.freshWallet({ sun: 5 * TRX, usdt: 30, usdc: 0 });
    await node.allow(wallet, TRON_USDT, FEE_PROXY);
    await node.control('stake', {
      address: wallet.address,
      visible: true,
      energy: 900,
      bandwidth: 70,
    });
    const balances = await chain.readPayerBalances(wallet.address, [
      { tokenAddress: TRON_USDT, spender: 'fee_proxy' },
      { tokenAddress: TRON_USDC, spender: 'batch' },
    ]);
    expect(balances.tokens).toEqual([
      { balanceUnits: 30n, allowanceUnits: 2n ** 256n - 1n },
      { balanceUnits: 0n, allowanceUnits: 0n },
    ]);
    expect(balances.nativeBalanceUnits).toBeLessThan(BigInt(5 * TRX));
    expect(balances.nativeBalanceUnits).toBeGreaterThan(0n);
    expect(balances.resources.prices).toEqual({ energy: 100n, bandwidth: 1_000n });
    expect(balances.resources.free).toMatchObject({ energy: 900n, staked_bandwidth: 70n });
  });

  it('of an address that is no account returns nothing of everything', async () => {
    const { address } = newWallet();
    const balances = await chain.readPayerBalances(address, [
      { tokenAddress: TRON_USDT, spender: 'fee_proxy' },
    ]);
    expect(balances).toMatchObject({
      nativeBalanceUnits: 0n,
      resources: { free: { energy: 0n, bandwidth: 0n, staked_bandwidth: 0n } },
      tokens: [{ balanceUnits: 0n, allowanceUnits: 0n }],
    });
  });

  it('reckons energy from what is staked first, and bandwidth as a whole', () => {
    const fee = (free: Readonly<Record<string, bigint>>) =>
      chain.networkFeeUnits(
        [
          { energy: 1_000n, bandwidth: 345n },
          { energy: 1_000n, bandwidth: 540n },
        ],
        { prices: { energy: 100n, bandwidth: 1_000n }, free },
      );
    expect(fee({})).toBe(200_000n + 885_000n);
    expect(fee({ energy: 1_500n })).toBe(50_000n + 885_000n);
    expect(fee({ bandwidth: 600n })).toBe(200_000n + 540_000n);
    expect(fee({ bandwidth: 600n, staked_bandwidth: 540n })).toBe(200_000n);
    expect(fee({ bandwidth: 600n, staked_bandwidth: 400n, energy: 2_000n })).toBe(0n);
  });

  it('finds the batch contract that pays through the fee proxy', async () => {
    expect(await chain.readBatchContract()).toEqual({ feeBps: 0n, publishedKinds: ['token'] });
    await expect(chain.checkChainId()).resolves.toBeUndefined();
    expect(await chain.readHead()).toBeGreaterThan(0n);
  });
});

describe('simulated transfers', () => {
  it('are accepted for USDT, which returns false for success, and refused without the units', async () => {
    const to = payee.address;
    const of = (tokenAddress: string | undefined, units: bigint, payeeAddress = to) => ({
      tokenAddress,
      payeeAddress,
      units,
    });
    expect(
      await chain.simulateTransfers(payer.address, [
        of(TRON_USDT, 1n),
        of(TRON_USDC, 1n),
        of(TRON_USDT, 10n ** 15n),
        of(undefined, 1n),
        of(undefined, 10n ** 15n),
        of(undefined, 1n, FEE_PROXY),
        of(payee.address, 1n),
      ]),
    ).toEqual(['accepted', 'accepted', 'refused', 'accepted', 'refused', 'refused', 'unknown']);
  });
});

describe('broadcasting', () => {
  it('passes on what the node says of a transaction that it does not take', async () => {
    const signed = await sign(approve(1n, 'fee_proxy'));
    await chain.broadcast(signed);
    const again = chain.broadcast(signed);
    await expect(again).rejects.toThrow(Refusal);
    await expect(again).rejects.toThrow('DUP_TRANSACTION_ERROR');
  });
});
