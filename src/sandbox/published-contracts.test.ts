import { createPublicClient, encodeFunctionData, erc20Abi, http, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchPaymentsAbi } from '#catalog/abis/batch-payments.generated.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { type LocalNode, startLocalNode } from './local-nodes.ts';
import { TEST_ACCOUNTS } from './test-accounts.ts';
import { sendCall } from './test-wallet.ts';

const { payer, payee, feeReceiver, operator } = TEST_ACCOUNTS;
const batch = toHex(CONTRACTS.sepolia.batchPayments);
const [usdc, usdt] = [token('USDC-sepolia'), token('USDT-sepolia')];

function toHex(text: string | undefined): Hex {
  if (text === undefined || !isHex(text)) throw new TypeError(`${text} is no address`);
  return text;
}

function token(id: string): Currency & { address: Hex } {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`${id} is not in the catalog`);
  return { ...found, address: toHex(found.address) };
}

const clientOf = ({ rpcUrl }: LocalNode) =>
  createPublicClient({ transport: http(rpcUrl), pollingInterval: 20, cacheTime: 0 });

/** One payment to the payee, as the batch contract is notified of it. */
interface Detail {
  readonly amount: bigint;
  readonly fee?: bigint;
  readonly path?: readonly Hex[];
  readonly maxToSpend?: bigint;
}

const detail = ({ amount, fee, path, maxToSpend }: Detail) => ({
  recipient: payee.address,
  requestAmount: amount,
  path: path ?? [],
  paymentReference: '0x0011223344556677' as const,
  feeAmount: fee ?? 0n,
  maxToSpend: maxToSpend ?? 0n,
  maxRateTimespan: 0n,
});

interface Group {
  /** The batch contract's number for a form of payment. */
  readonly id: bigint;
  readonly details: readonly Detail[];
}

const FORMS = {
  conversions: 0n,
  oneToken: 1n,
  manyTokens: 2n,
  coins: 3n,
};

describe('the published batch contract', () => {
  let node: LocalNode;
  beforeAll(async () => {
    node = await startLocalNode({ network: 'sepolia' });
    for (const { address } of [usdc, usdt]) {
      const args = [batch, 10n ** 15n] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
      await sendCall(node, payer, { to: address, data, valueUnits: 0n });
    }
  });
  afterAll(() => node.stop());

  async function pay(groups: readonly Group[], valueUnits = 0n): Promise<void> {
    const metas = groups.map(({ id, details }) => ({
      paymentNetworkId: id,
      requestDetails: details.map(detail),
    }));
    const data = encodeFunctionData({
      abi: batchPaymentsAbi,
      functionName: 'batchPayments',
      args: [metas, [], feeReceiver.address],
    });
    const hash = await sendCall(node, payer, { to: batch, data, valueUnits });
    const receipt = await clientOf(node).waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe('success');
  }

  /** What the payee and the receiver of fees have, and what is left in the contract. */
  async function holdings() {
    const client = clientOf(node);
    const of = (address: Hex, holder: Hex) =>
      client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
    const [paidUsdc, paidUsdt, feeUsdc, left, paidWei, feeWei] = await Promise.all([
      of(usdc.address, payee.address),
      of(usdt.address, payee.address),
      of(usdc.address, feeReceiver.address),
      of(usdc.address, batch),
      client.getBalance({ address: payee.address }),
      client.getBalance({ address: feeReceiver.address }),
    ]);
    return { paidUsdc, paidUsdt, feeUsdc, left, paidWei, feeWei };
  }

  /** What a call changes of the holdings; what it leaves as it was is not named. */
  async function change(work: () => Promise<void>): Promise<Record<string, bigint>> {
    const before = Object.entries(await holdings());
    await work();
    const after = new Map(Object.entries(await holdings()));
    return Object.fromEntries(
      before
        .map(([name, units]) => [name, (after.get(name) ?? 0n) - units] as const)
        .filter(([, units]) => units !== 0n),
    );
  }

  async function setBatchFee(tenThousandths: number): Promise<void> {
    const args = [tenThousandths] as const;
    const data = encodeFunctionData({ abi: batchPaymentsAbi, functionName: 'setBatchFee', args });
    const hash = await sendCall(node, operator, { to: batch, data, valueUnits: 0n });
    await clientOf(node).waitForTransactionReceipt({ hash });
  }

  const tokens: Group = {
    id: FORMS.manyTokens,
    details: [
      { amount: 10_000000n, fee: 100000n, path: [usdc.address] },
      { amount: 20_000000n, path: [usdt.address] },
    ],
  };

  it('pays an invoice, one token, several tokens and coins in one transaction', async () => {
    const path = conversionPath('EUR', usdc, { sandbox: true })?.map(toHex) ?? [];
    const invoice = { amount: 100_00000000n, fee: 1_00000000n, path, maxToSpend: 120_000000n };
    const moved = await change(() =>
      pay(
        [
          { id: FORMS.conversions, details: [invoice] },
          { id: FORMS.oneToken, details: [{ amount: 5_000000n, path: [usdc.address] }] },
          tokens,
          { id: FORMS.coins, details: [{ amount: 1_000n, fee: 10n }, { amount: 2_000n }] },
        ],
        // More than is due: the rest goes back to the payer.
        4_000n,
      ),
    );
    expect(moved).toEqual({
      // 100 EUR at 1.08 dollars are 108.021604 USDC at 0.9998.
      paidUsdc: 108_021604n + 15_000000n,
      paidUsdt: 20_000000n,
      feeUsdc: 1_080216n + 100000n,
      paidWei: 3_000n,
      feeWei: 10n,
    });
  });

  it('adds its own fee on top of amounts, in shares of 10,000, where its owner sets one', async () => {
    const client = clientOf(node);
    const read = { address: batch, abi: batchPaymentsAbi } as const;
    expect(await client.readContract({ ...read, functionName: 'batchFee' })).toBe(0);
    expect(await client.readContract({ ...read, functionName: 'batchFeeAmountUSDLimit' })).toBe(
      150_00000000n,
    );
    const coins: Group = { id: FORMS.coins, details: [{ amount: 1_000n, fee: 10n }] };
    await setBatchFee(30);
    try {
      const moved = await change(() => pay([tokens, coins], 1_013n));
      expect(moved).toMatchObject({ feeUsdc: 100000n + 30000n, feeWei: 10n + 3n });
      await expect(pay([coins], 1_012n)).rejects.toThrow('Not enough funds for batch fee');
    } finally {
      await setBatchFee(0);
    }
  });

  it('can be set up by its owner only', async () => {
    const abi = parseAbi(['function setBatchFee(uint16 fee)']);
    const data = encodeFunctionData({ abi, args: [1] });
    const call = { to: batch, data, valueUnits: 0n };
    await expect(sendCall(node, payer, call)).rejects.toThrow('caller is not the owner');
  });
});
