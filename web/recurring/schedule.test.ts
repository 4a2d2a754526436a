import { describe, expect, it } from 'vitest';
import { messages } from './messages/en.ts';
import { SAMPLE, SAMPLE_TOTAL_UNITS, sampleBody, sampleContractOf } from './sample-schedule.ts';
import { dueTimes, instalmentUnits, readSchedule, totalUnits } from './schedule.ts';

const read = (more: Readonly<Record<string, unknown>> = {}) =>
  readSchedule(sampleBody(more), sampleContractOf);

describe('a schedule', () => {
  it('is read with every amount, its dates and its sum', () => {
    const schedule = read();
    if (schedule === undefined) throw new Error('the sample is a schedule');
    expect(schedule).toMatchObject({ payee: SAMPLE.payee, contract: SAMPLE.contract });
    expect(instalmentUnits(schedule)).toBe(101_000_000n);
    expect(totalUnits(schedule)).toBe(SAMPLE_TOTAL_UNITS);
    expect(dueTimes(schedule)).toHaveLength(12);
    expect(dueTimes(schedule).at(-1)).toBe(SAMPLE.firstAt + 11 * SAMPLE.periodSeconds);
  });

  it('of 255 payments in the smallest units is counted without a rounding', () => {
    const totalPayments = 255;
    const payments = Array.from({ length: totalPayments }, (_, at) => ({
      dueAt: new Date((SAMPLE.firstAt + at * 86_400) * 1_000).toISOString(),
      status: at === 0 ? 'paid' : 'waiting',
    }));
    const amounts = { amount: '90071992547.409931', fee: '0.000001', relayerFee: '0.000002' };
    const schedule = read({ totalPayments, payments, periodSeconds: 86_400, ...amounts });
    expect(schedule && totalUnits(schedule)).toBe(255n * 90_071_992_547_409_934n);
    expect(schedule?.paid).toEqual(new Set([0]));
  });

  const dates = sampleBody().payments;
  it.each([
    ['network', { network: 'optimism' }],
    ['network', { network: 'tron' }],
    ['token', { currency: 'ETH-sepolia' }],
    ['token', { currency: 'USDC-base' }],
    ['status', { status: 'unknown' }],
    ['payer', { payer: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }],
    ['amount', { amount: '1e3' }],
    ['amount', { amount: '0.0000001' }],
    ['fee', { fee: '1', feeAddress: null }],
    ['count', { totalPayments: 256 }],
    ['count', { totalPayments: 1 }],
    ['dates', { payments: dates.slice(1) }],
    ['dates', { payments: dates.toReversed() }],
    ['dates', { periodSeconds: 86_400 }],
    ['dates', { payments: undefined }],
  ])('that has no readable %s is not shown (%#)', (_, more) => {
    expect(read(more)).toBeUndefined();
  });

  it('on a contract of the operator is shown with that, and with no other', () => {
    const own = '0x1111111111111111111111111111111111111111';
    expect(readSchedule(sampleBody(), () => own)?.contract).toBe(own);
    expect(readSchedule(sampleBody(), () => undefined)).toBeUndefined();
  });

  it.each([
    [86_400, 'every day'],
    [604_800, 'every 7 days'],
    [2_592_000, 'every 30 days'],
    [31_536_000, 'every 365 days'],
    [90, 'every 90 seconds'],
  ])('of every %i seconds says what happens', (seconds, words) => {
    expect(messages.every(seconds)).toBe(words);
  });
});
