import { describe, expect, it } from 'vitest';
import {
  approvalsOf,
  nextPayer,
  recurringWorld,
  toSign,
} from '../../../../tests/support/recurring-world.ts';
import { PAYEE, PAYER } from '../../../../tests/support/requests-host.ts';
import { PROXY } from '../../../../tests/support/still-schedules.ts';

const world = recurringWorld();

describe('POST /v2/payouts with recurrence', () => {
  it('answers the permit, the approval of all that it takes, and the request of the first payment', async () => {
    const { status, body } = await world.create({ feePercentage: '1', feeAddress: PROXY });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.any(String),
      requestId: expect.stringMatching(/^01/),
      recurringPaymentPermit: {
        domain: { name: 'ERC20RecurringPaymentProxy', version: '1' },
        values: {
          payerAddress: PAYER,
          payeeAddress: PAYEE,
          amountUnits: '10000000',
          feeUnits: '100000',
          relayerFeeUnits: '0',
          periodSeconds: '2592000',
          totalPayments: '3',
        },
      },
      metadata: {
        stepsRequired: 2,
        totalNeededAllowance: '30300000',
        currentAllowance: '0',
        additionalAllowanceNeeded: '30300000',
        existingPaymentsAmount: '0',
        unsignedPaymentsAmount: '0',
        revives: [],
      },
    });
    expect(Object.keys(toSign(body).recurringPaymentPermit.types)).toEqual(['SchedulePermit']);
    expect(approvalsOf(body)).toEqual([`approve ${PROXY} 30300000`]);
    expect(toSign(body).transactions.map(({ value }) => value)).toEqual(['0x0']);
  });

  it('counts what is left of the payer’s other recurring payouts in the token, of every account', async () => {
    const payer = nextPayer();
    const first = await world.created({}, { payer });
    await world.activate(first);
    world.owner = await world.host.asker();
    world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 30_000_000n };
    const { body } = await world.create({ amount: '1' }, { payer });
    expect(body['metadata']).toMatchObject({
      totalNeededAllowance: '33000000',
      currentAllowance: '30000000',
      additionalAllowanceNeeded: '3000000',
      existingPaymentsAmount: '30000000',
    });
  });

  it('says which cancelled ones a new allowance would let be taken again', async () => {
    const payer = nextPayer();
    const first = await world.created({}, { payer });
    await world.activate(first);
    await world.change(first, 'cancel');
    const { body } = await world.create({}, { payer });
    expect(body['metadata']).toMatchObject({
      totalNeededAllowance: '30000000',
      existingPaymentsAmount: '0',
      revives: [{ id: first, remainingPayments: 3 }],
    });
    world.owner = await world.host.asker();
    const { body: ofOther } = await world.create({}, { payer });
    expect(ofOther['metadata']).toHaveProperty('revives', [
      { remainingPayments: 3, expiresAt: expect.any(String) },
    ]);
  });

  it.each([
    ['256 payments', {}, { totalPayments: 256 }, /2 to 255/],
    ['one payment', {}, { totalPayments: 1 }, /2 to 255/],
    ['a start in the past', {}, { startDate: '2020-01-01' }, /must not be in the past/],
    ['no date', {}, { startDate: '2030-02-30' }, /must be a date/],
    ['its payee as payer', {}, { payer: PAYEE }, /must not be the payee/],
    ['no wallet as payer', {}, { payer: 'me' }, /recurrence.payer/],
    ['another payerWallet', { payerWallet: PROXY }, {}, /must be the same as payerWallet/],
    [
      'more than 128 bits',
      {
        amount: `4${'0'.repeat(20)}`,
        invoiceCurrency: 'FAU-sepolia',
        paymentCurrency: 'FAU-sepolia',
      },
      {},
      /can hold|too large/,
    ],
    [
      'a coin',
      { invoiceCurrency: 'ETH-sepolia-sepolia', paymentCurrency: 'ETH-sepolia-sepolia' },
      {},
      /in a token/,
    ],
    ['a conversion', { invoiceCurrency: 'USD', paymentCurrency: 'FAU-sepolia' }, {}, /in a token/],
    [
      'a network without the contract',
      { invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' },
      {},
      /not available on Base/,
    ],
  ])('refuses %s and writes nothing', async (...[, more, recurrence, words]) => {
    const before = await countRequests();
    const { status, body } = await world.create(more, recurrence);
    expect([status, String(body['message'])]).toEqual([400, expect.stringMatching(words)]);
    expect(await countRequests()).toBe(before);
  });

  it.each([
    [
      'the payer is a contract',
      () => ({ payer: { ...world.sepolia.payer, isContract: true } }),
      /signatures of keys/,
    ],
    [
      'the contract is paused',
      () => ({ proxy: { ...world.sepolia.proxy, isPaused: true } }),
      /paused/,
    ],
    [
      'our key may not send',
      () => ({ proxy: { ...world.sepolia.proxy, isSenderAllowed: false } }),
      /does not let the key/,
    ],
    [
      'it pays elsewhere',
      () => ({ proxy: { ...world.sepolia.proxy, paysThroughKnownProxy: false } }),
      /unknown fee proxy/,
    ],
  ])('refuses where %s', async (_, changed, words) => {
    const before = { payer: world.sepolia.payer, proxy: world.sepolia.proxy };
    Object.assign(world.sepolia, changed());
    const { status, body } = await world.create();
    Object.assign(world.sepolia, before);
    expect([status, String(body['message'])]).toEqual([400, expect.stringMatching(words)]);
  });

  it('has no request that somebody could pay beside it', async () => {
    const { body } = await world.create({}, { payer: nextPayer() });
    const path = `/v2/request/${String(body['requestId'])}/pay`;
    const answer = await world.host.call('GET', path, { headers: world.owner.key });
    expect([answer.status, answer.body['code']]).toEqual([403, 'recurring_payment_only']);
  });
});

async function countRequests(): Promise<number> {
  return (await world.host.ctx.db.selectFrom('request').select('id').execute()).length;
}
