import { fromHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { type Currency, currencyById, nativeCurrencyOf } from '#catalog/currencies.ts';
import { RICH, stillChain } from '../../../tests/support/still-chain.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

const WALLET = '0x3333333333333333333333333333333333333333';
const PLATFORM = '0x4444444444444444444444444444444444444444';
const PARTNER = '0x5555555555555555555555555555555555555555';
const COLLECTOR = '0x6666666666666666666666666666666666666666';
const BATCH = '0x9999999999999999999999999999999999999999';

function currency(id: string): Currency {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`${id} is not in the catalog`);
  return found;
}

const LEGS = [
  { amountUnits: 250n, paymentReference: '0x1111111111111111', receiverAddress: PARTNER },
  { amountUnits: 50n, paymentReference: '0x2222222222222222', receiverAddress: COLLECTOR },
] as const;

/** A payment of 10,000 units with a fee inside it and two fees of their own: 10,400 in all. */
function order(parts: Partial<Omit<PaymentOrder, 'chain'>> = {}) {
  return {
    chain: stillChain('sepolia'),
    kind: 'token',
    currency: currency('USDC-sepolia'),
    payeeAddress: '0x1111111111111111111111111111111111111111',
    paymentReference: '0x0011223344556677',
    due: { amountUnits: 10_000n, feeUnits: 100n },
    platformFee: { percentage: '1', address: PLATFORM },
    feeLegs: LEGS,
    ...parts,
  } as const;
}

const RATE = { outUnits: 2_000_000n, oldestAt: new Date(0), readAt: new Date(0) };
const atomic = async (asked: PaymentOrder, wallet: string | undefined = WALLET) =>
  (await paymentCalldata(asked, wallet, { offersAtomic: true })).atomicTransactions?.map(
    ({ to, data, value }) => ({ to, said: fromHex(data, 'string').split('\n'), value }),
  );
const approvalsOf = async (asked: PaymentOrder) =>
  (await atomic(asked))?.slice(0, -1).flatMap(({ said }) => said);

const ITEMS = [
  `batch ${PLATFORM}`,
  `pay 10000 0x0011223344556677 fee 100 ${PLATFORM}`,
  'pay 250 0x1111111111111111 fee 0 0x000000000000000000000000000000000000dEaD',
  'pay 50 0x2222222222222222 fee 0 0x000000000000000000000000000000000000dEaD',
];

describe('atomic transactions', () => {
  it('approve exactly amount and fees for the batch contract, then pay all in one call', async () => {
    const asked = order();
    expect(await atomic(asked)).toEqual([
      { to: asked.currency.address, said: ['approve 10400 batch'], value: '0x0' },
      { to: BATCH, said: ITEMS, value: '0x0' },
    ]);
    expect(asked.chain.reads).toBe(1);
  });

  it('leave the documented transactions as they are', async () => {
    const { transactions } = await paymentCalldata(order(), WALLET, { offersAtomic: true });
    const plain = await paymentCalldata(order(), WALLET);
    expect(transactions).toEqual(plain.transactions);
    expect(transactions).toHaveLength(4);
    expect(plain.atomicTransactions).toBeUndefined();
  });

  it('pay coins without an approval and send exactly amount and fees along', async () => {
    const asked = order({
      kind: 'native',
      currency: nativeCurrencyOf('sepolia') ?? order().currency,
    });
    const [call, ...others] = (await atomic(asked)) ?? [];
    expect(others).toEqual([]);
    expect(call).toMatchObject({ to: BATCH, value: '0x28a0' });
    expect(call?.said).toHaveLength(4);
  });

  it('approve the most that the conversions may take together', async () => {
    const conversion = { path: ['0xeur', '0xusdc'], maxRateAgeSeconds: 0, slippageBps: 100 };
    const asked = order({ kind: 'conversion', conversion, platformFee: undefined });
    asked.chain.rate = RATE;
    // 10,100, 250 and 50 units of the invoice take 202, 5 and 1 units of the token, and 1 % more each.
    expect(await approvalsOf(asked)).toEqual(['approve 213 batch']);
    expect(
      (await atomic(asked))
        ?.at(-1)
        ?.said.slice(1)
        .map((said) => said.split(' ')[0]),
    ).toEqual(['convert', 'convert', 'convert']);
  });

  it('lower a larger allowance to exactly what is paid', async () => {
    const asked = order();
    asked.chain.balances = { ...RICH, allowanceUnits: 10_401n };
    expect(await approvalsOf(asked)).toEqual(['approve 10400 batch']);
    asked.chain.balances = { ...RICH, allowanceUnits: 10_400n };
    expect(await approvalsOf(asked)).toEqual([]);
  });

  it('use the allowance of the batch contract, not that of the fee proxy', async () => {
    const asked = order();
    asked.chain.readPayerBalances = async (_wallet, queries) => ({
      nativeBalanceUnits: RICH.nativeBalanceUnits,
      resources: { prices: {} },
      tokens: queries.map(({ spender }) => ({
        ...RICH,
        allowanceUnits: spender === 'batch' ? 0n : 10_400n,
      })),
    });
    expect(await approvalsOf(asked)).toEqual(['approve 10400 batch']);
  });

  it('clear an allowance first where the token demands it', async () => {
    const asked = {
      ...order({ currency: currency('USDT-mainnet') }),
      chain: stillChain('mainnet'),
    };
    asked.chain.balances = { ...RICH, allowanceUnits: 99_999n };
    expect(await approvalsOf(asked)).toEqual(['approve 0 batch', 'approve 10400 batch']);
  });

  it.each([
    ['the batch contract takes a fee of its own', { batchFeeBps: 1n }],
    ['its code or a proxy of it is not the published one', { publishedKinds: [] }],
    ['only its other proxies are the published ones', { publishedKinds: ['native'] as const }],
    ['the network has none', { capabilities: { native: true, conversion: true, batch: false } }],
  ])('are not offered where %s', async (_why, chain) => {
    const asked = order();
    expect(await atomic({ ...asked, chain: Object.assign(asked.chain, chain) })).toBeUndefined();
  });

  it('are not offered without a wallet, or without a fee that is a payment of its own', async () => {
    const asked = order();
    const { atomicTransactions } = await paymentCalldata(asked, undefined, { offersAtomic: true });
    expect(atomicTransactions).toBeUndefined();
    expect(await atomic(order({ feeLegs: [] }))).toBeUndefined();
  });

  it('are left out where a fee inside an item would have no reference of its own', async () => {
    const chain = stillChain('tron');
    Object.assign(chain, { capabilities: { ...chain.capabilities, batch: true } });
    const older = { ...order(), chain, currency: currency('USDT-tron') };
    expect(await atomic(older)).toBeUndefined();
    const apart = { ...older, due: { amountUnits: 10_000n, feeUnits: 0n } };
    expect((await atomic(apart))?.at(-1)?.said).toHaveLength(4);
  });
});
