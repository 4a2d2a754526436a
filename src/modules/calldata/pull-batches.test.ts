import { decodeFunctionData, fromHex, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { currencyById } from '#catalog/currencies.ts';
import { RICH, stillChain } from '../../../tests/support/still-chain.ts';
import { batchCalldata } from './batch-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';
import { prepareSingleBatch } from './single-batch.ts';

const ACCOUNT = '0x3333333333333333333333333333333333333333';
const KEY = '0x6666666666666666666666666666666666666666';
const PAYEE = '0x1111111111111111111111111111111111111111';
const tokenHolder = { address: KEY, ownsAccount: false };

const base = stillChain('base');

function order(symbol: string, parts: Partial<PaymentOrder> = {}): PaymentOrder {
  const currency = currencyById(`${symbol}-base`);
  if (currency === undefined) throw new Error('the test names a currency that does not exist');
  return {
    chain: base,
    kind: 'token',
    currency,
    payeeAddress: PAYEE,
    paymentReference: '0x0011223344556677',
    due: { amountUnits: 5_000_000n, feeUnits: 0n },
    ...parts,
  };
}

const Calls = z.array(z.object({ data: z.custom<Hex>((text) => typeof text === 'string') }));
const pulled = (data: Hex) => decodeFunctionData({ abi: erc20Abi, data });
const said = ({ data }: { readonly data: Hex }) => fromHex(data, 'string');

describe('a batch that an account pays with the tokens of a key', () => {
  it('takes what is paid of each token first, and the key lets the account take exactly that', async () => {
    base.balances = RICH;
    const orders = [order('USDC'), order('USDC'), order('DAI')];
    const prepared = await prepareSingleBatch(orders, ACCOUNT, { tokenHolder });
    const calls = Calls.parse(prepared.ERC20ApprovalTransactions);
    expect(calls.slice(0, 2).map(({ data }) => pulled(data))).toEqual([
      { functionName: 'transferFrom', args: [KEY, ACCOUNT, 10_000_000n] },
      { functionName: 'transferFrom', args: [KEY, ACCOUNT, 5_000_000n] },
    ]);
    expect(calls.slice(2).map(said)).toEqual(['approve 10000000 batch', 'approve 5000000 batch']);
    expect(Calls.parse(prepared.eoaApprovalTransactions).map(said)).toEqual([
      `approve 10000000 ${ACCOUNT}`,
      `approve 5000000 ${ACCOUNT}`,
    ]);
    // Of several tokens there is no one approval to put in words.
    expect(prepared.metadata).toMatchObject({ eoaApprovalRequired: true });
    expect(prepared.metadata).not.toHaveProperty('eoaApproval');
  });

  it('asks the key for nothing where its allowance suffices', async () => {
    base.balances = { ...RICH, allowanceUnits: 10n ** 30n };
    const prepared = await prepareSingleBatch([order('USDC')], ACCOUNT, { tokenHolder });
    expect(prepared).toMatchObject({
      eoaApprovalTransactions: [],
      metadata: { eoaApprovalRequired: false },
    });
    // What the account lets the contract take is not read.
    expect(prepared.ERC20ApprovalTransactions).toHaveLength(2);
  });

  it('judges what the key has', async () => {
    base.balances = { ...RICH, balanceUnits: 4_999_999n };
    const { metadata } = await batchCalldata([order('USDC')], ACCOUNT, { tokenHolder });
    expect(metadata).toMatchObject({ hasEnoughBalance: false });
  });

  it.each([
    ['coins', [order('USDC'), order('USDC', { kind: 'native' })], 'cannot be taken'],
    [
      'more than one transaction can pay',
      Array.from({ length: 300 }, () => order('USDC')),
      'in one',
    ],
  ])('is refused with %s', async (_what, orders, message) => {
    base.balances = RICH;
    await expect(batchCalldata(orders, ACCOUNT, { tokenHolder })).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'eoaWallet', message: expect.stringContaining(message) }],
    });
  });

  it('is refused where one of the payees is the key', async () => {
    const orders = [order('USDC'), order('USDC', { payeeAddress: KEY, field: 'requests[1]' })];
    await expect(batchCalldata(orders, ACCOUNT, { tokenHolder })).rejects.toMatchObject({
      code: 'payer_is_payee',
      errors: [{ field: 'requests[1]' }],
    });
  });
});
