import { getAddress, hashTypedData, keccak256, stringToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { PERMIT_FIELDS } from '../wallet/trusted-recurring.generated.ts';
import { signerOf } from '../wallet/typed-data.ts';
import { checkPermit } from './check-permit.ts';
import { typedDataOf } from './permit.ts';
import {
  SAMPLE,
  sampleBody,
  sampleContractOf,
  samplePermit,
  sampleValues,
} from './sample-schedule.ts';
import { readSchedule } from './schedule.ts';

const BEFORE = SAMPLE.firstAt - 86_400;
const OTHER = '0x1111111111111111111111111111111111111111';
const NOBODY = '0x000000000000000000000000000000000000dEaD';

function check(permit: unknown, more: Readonly<Record<string, unknown>> = {}, nowS = BEFORE) {
  const body = sampleBody({ recurringPaymentPermit: permit, ...more });
  const schedule = readSchedule(body, sampleContractOf);
  if (schedule === undefined) throw new Error('the sample is a schedule');
  return checkPermit(schedule, nowS);
}
const withValues = (more: Readonly<Record<string, unknown>>) => samplePermit(sampleValues(more));
const withDomain = (more: Readonly<Record<string, unknown>>) => {
  const permit = samplePermit();
  return { ...permit, domain: { ...permit.domain, ...more } };
};
const withFields = (fields: readonly unknown[]) => ({
  ...samplePermit(),
  types: { SchedulePermit: fields },
});
const LAST = SAMPLE.firstAt + 11 * SAMPLE.periodSeconds;
const WEEK = 7 * 86_400;

describe('a permit', () => {
  it('that is what the page shows is signed as the page itself makes it', () => {
    const permit = check(samplePermit());
    if (typeof permit === 'string') throw new Error(permit);
    expect(permit.message).toMatchObject({ recipient: SAMPLE.payee, amount: '100000000' });
    const { types, primaryType, domain } = JSON.parse(typedDataOf(permit));
    expect(primaryType).toBe('SchedulePermit');
    expect(types.SchedulePermit).toEqual(PERMIT_FIELDS);
    expect(domain).toEqual(samplePermit().domain);
  });

  it('has the struct of the deployed contract', () => {
    const fields = PERMIT_FIELDS.map(({ name, type }) => `${type} ${name}`);
    expect(keccak256(stringToHex(`SchedulePermit(${fields.join()})`))).toBe(
      '0x3e691a1c66178d267f01c56f85dc2647a09aabeafc8f5c5d40d6021b0b2a6d03',
    );
  });

  it('is signed over the digest of these values, and a signature of others is recognised', async () => {
    const permit = check(samplePermit());
    if (typeof permit === 'string') throw new Error(permit);
    const text = typedDataOf(permit);
    const values = sampleValues();
    const exact = {
      domain: { ...permit.domain, verifyingContract: getAddress(SAMPLE.contract) },
      types: { SchedulePermit: [...PERMIT_FIELDS] },
      primaryType: 'SchedulePermit' as const,
      message: {
        ...values,
        subscriber: SAMPLE.payer,
        amount: BigInt(values.amount),
        feeAmount: BigInt(values.feeAmount),
        relayerFee: 0n,
        nonce: BigInt(values.nonce),
        deadline: BigInt(values.deadline),
      },
    };
    expect(hashTypedData(JSON.parse(text))).toBe(hashTypedData(exact));
    const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
    const signature = await account.signTypedData(JSON.parse(text));
    expect(await signerOf(text, signature)).toBe(account.address);
    const other = JSON.parse(text);
    other.message.amount = '100000001';
    const signedOther = await account.signTypedData(other);
    expect(await signerOf(text, signedOther)).not.toBe(account.address);
    expect(await signerOf(text, '0x12')).toBeUndefined();
  });

  it.each([
    ['contract', withDomain({ verifyingContract: OTHER })],
    ['chain', withDomain({ chainId: 1 })],
    ['chain', withDomain({ chainId: '11155111' })],
    ['domain', withDomain({ name: 'Permit2' })],
    ['domain', withDomain({ version: '2' })],
    ['domain', withDomain({ salt: `0x${'00'.repeat(32)}` })],
    ['payer', withValues({ subscriber: OTHER })],
    ['token', withValues({ token: OTHER })],
    ['payee', withValues({ recipient: OTHER })],
    ['fee_address', withValues({ feeAddress: OTHER })],
    ['fee_address', withValues({ feeAddress: NOBODY })],
    ['amount', withValues({ amount: '100000001' })],
    ['amount', withValues({ amount: '1' })],
    ['fee', withValues({ feeAmount: '1000001' })],
    ['relayer_fee', withValues({ relayerFee: '1' })],
    ['period', withValues({ periodSeconds: 1 })],
    ['first_date', withValues({ firstPayment: SAMPLE.firstAt - 1 })],
    ['count', withValues({ totalPayments: 255 })],
    ['deadline', withValues({ deadline: String(LAST + WEEK + 1) })],
    ['deadline', withValues({ deadline: String(LAST - 1) })],
    ['deadline', withValues({ deadline: String(2n ** 256n - 1n) })],
    ['form', withValues({ deadline: String(2n ** 256n) })],
    ['form', withValues({ amount: String(2n ** 128n) })],
    ['form', withValues({ amount: '-1' })],
    ['form', withValues({ amount: '0x5f5e100' })],
    ['form', withValues({ amount: 1.5 })],
    ['form', withValues({ recipient: 'alice.eth' })],
    ['form', withValues({ strictOrder: 'false' })],
    ['form', withValues({ nonce: undefined })],
    ['form', withValues({ spender: OTHER })],
    ['form', withFields(PERMIT_FIELDS.slice(1))],
    ['form', withFields(PERMIT_FIELDS.toReversed())],
    ['form', withFields([...PERMIT_FIELDS, { name: 'more', type: 'uint256' }])],
    ['form', withFields(PERMIT_FIELDS.map((field) => ({ ...field, type: 'bytes' })))],
    [
      'form',
      { ...samplePermit(), types: { Permit: PERMIT_FIELDS, SchedulePermit: PERMIT_FIELDS } },
    ],
    ['form', null],
    ['form', 'SchedulePermit'],
  ] as const)('is not signed where its %s differs (%#)', (problem, permit) => {
    expect(check(permit)).toBe(problem);
  });

  it('without a fee names nobody as the receiver of one', () => {
    const free = { fee: '0', feeAddress: null };
    const values = { feeAmount: '0' };
    expect(check(withValues({ ...values, feeAddress: NOBODY }), free)).toHaveProperty('message');
    expect(check(withValues({ ...values, feeAddress: OTHER }), free)).toBe('fee_address');
  });

  it('is not signed any more once its second payment is due, as both would be taken at once', () => {
    const second = SAMPLE.firstAt + SAMPLE.periodSeconds;
    expect(check(samplePermit(), {}, second - 1)).toHaveProperty('message');
    expect(check(samplePermit(), {}, second)).toBe('late');
  });
});
