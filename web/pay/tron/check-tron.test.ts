import { describe, expect, it } from 'vitest';
import {
  TRON,
  TRON_AMOUNT,
  TRON_FEE_BUNDLE,
  TRON_FEE_PLAN,
  TRON_FEE_REFERENCE,
  TRON_REFERENCE,
  type TronParts,
  tronApproval,
  tronBatch,
  tronCalldata,
  tronPayment,
  tronView,
} from '../../../tests/support/tron-calldata.ts';
import '../../wallet/tron/tron-network.ts';
import { readLink } from '../link.ts';
import { openCheck } from './check-tron.ts';

/** What the check says of a body, with the link as the view shows it. */
async function check(
  body: Record<string, unknown>,
  {
    view = tronView(),
    atomic = true,
    own = TRON.payer,
  }: { view?: Record<string, unknown>; atomic?: boolean; own?: string } = {},
) {
  const link = readLink(view);
  if (typeof link === 'string') return link;
  const answer = { status: 200, body };
  const opened = await openCheck(own, { link, answer });
  return opened(link, body, { atomic });
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MORE = TRON_AMOUNT + 1n;

describe('a payment on Tron', () => {
  it('is what the page shows: its plan names payee, token and contract in Base58', async () => {
    const [approval, payment] = [tronApproval(), tronPayment()];
    const plan = await check(tronCalldata([approval, payment]));
    expect(plan).toMatchObject({
      paymentReference: TRON_REFERENCE,
      mainUnits: TRON_AMOUNT,
      totals: [{ asset: { address: TRON.usdt }, units: TRON_AMOUNT }],
      networkFee: '13.844500',
      steps: [
        { kind: 'approve', spender: TRON.proxy, call: { to: TRON.usdt } },
        { kind: 'pay', call: { to: TRON.proxy } },
      ],
    });
    const { txID, raw_data, raw_data_hex, visible } = payment;
    const signed = typeof plan === 'object' ? plan.steps.map(({ call }) => call.transaction) : [];
    expect(signed[1]).toEqual({ txID, raw_data, raw_data_hex, visible });
    expect(signed[0]?.txID).toBe(approval.txID);
  });

  it('is accepted with addresses in Base58 and with zeros in its JSON form', async () => {
    const zeros = { contractChanges: { Permission_id: 0 }, value: { call_value: 0 } };
    expect(await check(tronCalldata([tronPayment({}, { visible: true })]))).toBeTypeOf('object');
    const plain = tronPayment();
    const written = tronPayment({}, { ...zeros, timestampMs: plain.raw_data.timestamp });
    expect(written.txID).toBe(plain.txID);
    expect(await check(tronCalldata([written]))).toBeTypeOf('object');
  });

  it('may clear an old allowance before a new one', async () => {
    const calls = [tronApproval({ units: 0n }), tronApproval(), tronPayment()];
    const plan = await check(tronCalldata(calls));
    const kinds = typeof plan === 'object' ? plan.steps.map(({ kind }) => kind) : plan;
    expect(kinds).toEqual(['reset', 'approve', 'pay']);
  });

  it('is refused for another wallet than the one that signs', async () => {
    expect(await check(tronCalldata(), { own: TRON.thief })).toBe('signer');
    const parts = { owner: TRON.thief };
    expect(await check(tronCalldata([tronPayment({}, parts)]))).toBe('signer');
  });

  const payments: Readonly<Record<string, readonly [Parameters<typeof tronPayment>[0], string]>> = {
    'another token': [{ token: TRON.usdc }, 'token'],
    'another payee': [{ payee: TRON.thief }, 'payee'],
    'more than the amount': [{ amount: MORE }, 'amount'],
    'less than the amount': [{ amount: TRON_AMOUNT - 1n }, 'amount'],
    'another reference': [{ reference: TRON_FEE_REFERENCE }, 'reference'],
    'a fee that was not announced': [{ fee: 1n, feeAddress: TRON.feeReceiver }, 'fee'],
    'another receiver of fees': [{ feeAddress: TRON.thief }, 'fee'],
  };
  it.each(Object.entries(payments))('is refused with %s', async (_, [changes, problem]) => {
    expect(await check(tronCalldata([tronPayment(changes)]))).toBe(problem);
  });

  const transactions: Readonly<Record<string, readonly [Partial<TronParts>, string]>> = {
    'another contract': [{ contract: TRON.batch }, 'contract'],
    'a higher fee limit': [{ feeLimitSun: 300_000_001 }, 'feeLimit'],
    'a lower fee limit': [{ feeLimitSun: 299_999_999 }, 'feeLimit'],
    'TRX sent along': [{ value: { call_value: 1 } }, 'unreadable'],
    'a token sent along': [{ value: { call_token_value: 1, token_id: 1_000_001 } }, 'unreadable'],
    'a memo': [{ raw: { data: '61' } }, 'unreadable'],
    'another permission': [{ contractChanges: { Permission_id: 2 } }, 'unreadable'],
    'more than ten minutes until it expires': [{ validMs: 10 * MINUTE_MS + 1 }, 'expiry'],
    'an expiry before it was made': [{ validMs: -1 }, 'expiry'],
    'a time that is hours ahead': [{ timestampMs: Date.now() + 2 * HOUR_MS }, 'expiry'],
    'a time that is hours ago': [{ timestampMs: Date.now() - 2 * HOUR_MS }, 'expiry'],
  };
  it.each(Object.entries(transactions))('is refused with %s', async (_, [parts, problem]) => {
    expect(await check(tronCalldata([tronPayment({}, parts)]))).toBe(problem);
  });

  it('is refused if an approval may cost as much as a payment, or is of another contract', async () => {
    const pay = tronPayment();
    const dear = tronApproval({}, { feeLimitSun: 300_000_000 });
    expect(await check(tronCalldata([dear, pay]))).toBe('feeLimit');
    expect(await check(tronCalldata([tronApproval({ spender: TRON.thief }), pay]))).toBe(
      'approval',
    );
    expect(await check(tronCalldata([tronApproval({ units: 1n }), pay]))).toBe('approval');
    const other = tronApproval({}, { contract: TRON.usdc });
    expect(await check(tronCalldata([other, pay]))).toBe('approval');
  });
});

describe('a transaction beside its call', () => {
  const good = tronPayment();
  const other = tronPayment({ payee: TRON.thief });
  const [contract] = good.raw_data.contract;
  const { parameter } = contract ?? { parameter: { value: {} } };
  const inContract = (changes: object) => ({
    ...good,
    raw_data: { ...good.raw_data, contract: [{ ...contract, ...changes }] },
  });
  const inValue = (changes: object) =>
    inContract({ parameter: { ...parameter, value: { ...parameter.value, ...changes } } });
  const altered: Readonly<Record<string, unknown>> = {
    'another id': { ...good, txID: other.txID },
    'no id': { ...good, txID: undefined },
    'other bytes': { ...good, raw_data_hex: other.raw_data_hex },
    'other bytes with their id': { ...good, raw_data_hex: other.raw_data_hex, txID: other.txID },
    'bytes in capitals': { ...good, raw_data_hex: good.raw_data_hex.toUpperCase() },
    'another JSON form': { ...good, raw_data: other.raw_data },
    'no JSON form': { ...good, raw_data: undefined },
    'a JSON form with a memo': { ...good, raw_data: { ...good.raw_data, data: '61' } },
    'a JSON form with another fee limit': {
      ...good,
      raw_data: { ...good.raw_data, fee_limit: 299_999_999 },
    },
    'a JSON form with another expiry': {
      ...good,
      raw_data: { ...good.raw_data, expiration: good.raw_data.expiration + 1 },
    },
    'a JSON form with two contracts': {
      ...good,
      raw_data: { ...good.raw_data, contract: [contract, contract] },
    },
    'a JSON form with another type': inContract({ type: 'TransferContract' }),
    'a JSON form with a permission': inContract({ Permission_id: 2 }),
    'a JSON form with an unknown member': inContract({ provider: 'x' }),
    'a JSON form with TRX': inValue({ call_value: 1 }),
    'a JSON form with another owner': inValue({ owner_address: `41${'66'.repeat(20)}` }),
    'a JSON form with other calldata': inValue({ data: other.data.slice(2) }),
    'addresses in the form that is not announced': { ...good, visible: true },
    'another call': { ...good, data: other.data },
    'TRX beside it': { ...good, value: '0x1' },
    'nothing but a call': { to: good.to, data: good.data, value: '0x0' },
  };
  it.each(Object.entries(altered))('is refused with %s', async (_, element) => {
    expect(await check(tronCalldata([good]))).toBeTypeOf('object');
    expect(await check(tronCalldata([element]))).toBeTypeOf('string');
  });

  it('is refused with another contract beside it', async () => {
    expect(await check(tronCalldata([{ ...good, to: TRON.batch }]))).toBe('contract');
    expect(await check(tronCalldata([{ ...good, to: `${TRON.proxy.slice(0, -1)}e` }]))).toBe(
      'contract',
    );
  });

  it('is refused behind the payment', async () => {
    const body = tronCalldata([good, other], { paymentTransactionIndex: 0 });
    expect(await check(body)).toBe('unreadable');
  });
});

describe('a payment and its fee', () => {
  const view = tronView({ feePlan: TRON_FEE_PLAN });
  const main = {
    payee: TRON.payee,
    amount: TRON_AMOUNT - 250_000n,
    reference: TRON_REFERENCE,
  } as const;
  const leg = { payee: TRON.feeReceiver, amount: 250_000n, reference: TRON_FEE_REFERENCE } as const;
  const atomicBody = (atomicTransactions: readonly unknown[], bundle: unknown = TRON_FEE_BUNDLE) =>
    tronCalldata([tronPayment()], {}, { atomicTransactions, feeBundle: bundle });
  const approved = tronApproval({ spender: TRON.batch });

  it('are one call of the batch contract, which names both receivers', async () => {
    const plan = await check(atomicBody([approved, tronBatch()]), { view });
    expect(plan).toMatchObject({
      mainUnits: main.amount,
      fees: [
        { label: 'Platform fee', address: TRON.feeReceiver, units: 250_000n, bearer: 'payee' },
      ],
      totals: [{ units: TRON_AMOUNT }],
      steps: [
        { kind: 'approve', spender: TRON.batch },
        { kind: 'pay', call: { to: TRON.batch } },
      ],
    });
  });

  it('are calls one after the other where the API has no such call', async () => {
    const payment = tronPayment({ amount: main.amount });
    const fee = tronPayment({ payee: leg.payee, amount: leg.amount, reference: leg.reference });
    const body = tronCalldata(
      [payment, fee],
      { paymentTransactionIndex: 0 },
      {
        feeBundle: TRON_FEE_BUNDLE,
      },
    );
    const plan = await check(body, { view });
    const kinds = typeof plan === 'object' ? plan.steps.map(({ kind }) => kind) : plan;
    expect(kinds).toEqual(['pay', 'fee']);
  });

  it('are also calls one after the other where an older link has a fee inside the payment', async () => {
    const share = (main.amount * 2n) / 100n;
    const platformFee = { percentage: '2', address: TRON.platform };
    const bodyOf = (units: bigint, feeAddress: string) =>
      tronCalldata(
        [
          tronPayment({ amount: main.amount, fee: units, feeAddress }),
          tronPayment({ payee: leg.payee, amount: leg.amount, reference: leg.reference }),
        ],
        { paymentTransactionIndex: 0, platformFee },
        { feeBundle: TRON_FEE_BUNDLE },
      );
    expect(await check(bodyOf(share, TRON.platform), { view })).toMatchObject({
      totals: [{ units: TRON_AMOUNT + share }],
      fees: [{ address: TRON.platform, units: share }, { address: TRON.feeReceiver }],
    });
    expect(await check(bodyOf(share + 1n, TRON.platform), { view })).toBe('fee');
    expect(await check(bodyOf(share, TRON.thief), { view })).toBe('fee');
  });

  const items: Readonly<Record<string, Parameters<typeof tronBatch>>> = {
    'another payee': [[{ ...main, payee: TRON.thief }, leg]],
    'another amount': [[{ ...main, amount: main.amount + 1n }, leg]],
    'another reference': [[{ ...main, reference: TRON_FEE_REFERENCE }, leg]],
    'another receiver of the fee': [[main, { ...leg, payee: TRON.thief }]],
    'a higher fee': [[main, { ...leg, amount: leg.amount + 1n }]],
    'another reference of the fee': [[main, { ...leg, reference: TRON_REFERENCE }]],
    'no fee': [[main]],
    'one more item': [[main, leg, leg]],
    'no items': [[]],
    'a fee inside an item': [[{ ...main, fee: 1n }, leg]],
    'another receiver of fees': [[main, leg], { feeAddress: TRON.thief }],
    'another token': [[main, leg], { token: TRON.usdc }],
    'another contract': [[main, leg], {}, { contract: TRON.proxy }],
    'another fee limit': [[main, leg], {}, { feeLimitSun: 400_000_000 }],
  };
  it.each(Object.entries(items))('are refused with %s', async (_, parts) => {
    expect(await check(atomicBody([approved, tronBatch(...parts)]), { view })).toBeTypeOf('string');
  });

  it('are read with the fee of the call as an item of its own, and with none inside the payment', async () => {
    const units = 490_000n;
    const platformFee = { percentage: '4', address: TRON.platform };
    const agreed = {
      type: 'platform_fee',
      label: 'Fee of the shop',
      feeBearer: 'payer',
      percentageBps: 400,
      capUsd: null,
      calculatedAmountUsd: '0.49',
      destinationRef: { tronAddress: TRON.platform },
    };
    const prepared = {
      feeType: 'platform_fee',
      feeLabel: 'Fee of the shop',
      feeBearer: 'payer',
      amount: '0.49',
      recipient: TRON.platform,
      paymentReference: '0x00000000000000aa',
    } as const;
    const own = { payee: TRON.platform, amount: units, reference: prepared.paymentReference };
    const bodyOf = (call: ReturnType<typeof tronBatch>) =>
      tronCalldata(
        [tronPayment()],
        { platformFee },
        {
          atomicTransactions: [call],
          feeBundle: { fees: [...TRON_FEE_BUNDLE.fees, prepared] },
        },
      );
    const both = { view: tronView({ feePlan: { fees: [...TRON_FEE_PLAN.fees, agreed] } }) };
    expect(await check(bodyOf(tronBatch([main, leg, own])), both)).toMatchObject({
      fees: [
        { address: TRON.feeReceiver, units: 250_000n },
        { address: TRON.platform, units, bearer: 'payer', percentage: '4' },
      ],
      totals: [{ units: TRON_AMOUNT + units }],
    });
    const inside = tronBatch([{ ...main, fee: units }, leg, own], { feeAddress: TRON.platform });
    expect(await check(bodyOf(inside), both)).toBe('fee');
    expect(await check(bodyOf(tronBatch([main, leg, { ...own, amount: units + 1n }])), both)).toBe(
      'fee',
    );
  });

  it('are refused with an approval of more, of the fee proxy, or with a second call', async () => {
    const call = tronBatch();
    const others = [
      [tronApproval({ spender: TRON.batch, units: MORE }), call],
      [tronApproval(), call],
      [approved, call, tronPayment({ payee: TRON.thief })],
      [approved],
    ];
    for (const calls of others)
      expect(await check(atomicBody(calls), { view })).toBeTypeOf('string');
  });

  it('are refused if the fee was agreed for an address of another network', async () => {
    const [fee] = TRON_FEE_PLAN.fees;
    const plan = { fees: [{ ...fee, destinationRef: { evmAddress: TRON.feeReceiver } }] };
    const body = atomicBody([approved, tronBatch()]);
    expect(await check(body, { view: tronView({ feePlan: plan }) })).toBe('fee');
  });
});

describe('a link of Tron', () => {
  it('is refused with a payee or a destination that is none of Tron', async () => {
    const evm = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const id = `${TRON.payee}@eip155:1#ABCDEF01:${TRON.usdt}`;
    const destination = { destinationId: id, walletAddress: TRON.payee, tokenAddress: TRON.usdt };
    expect(readLink(tronView({ payee: evm }))).toBe('contradiction');
    expect(readLink(tronView({ destination }))).toBe('contradiction');
    expect(readLink(tronView({ paymentCurrency: 'USDC-base' }))).toBe('unsupported');
  });

  it('with a payee of a wrong checksum is never paid', async () => {
    const payee = `${TRON.payee.slice(0, -1)}${TRON.payee.endsWith('1') ? '2' : '1'}`;
    expect(await check(tronCalldata(), { view: tronView({ payee, destination: null }) })).toBe(
      'payee',
    );
  });
});
