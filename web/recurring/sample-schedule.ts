import { PERMIT_FIELDS, RECURRING_PROXIES } from '../wallet/trusted-recurring.generated.ts';
import type { ContractOf } from './schedule.ts';

/** For tests and pictures: a schedule as the API answers it, on Sepolia, and what its payer is asked to sign. */
export const SAMPLE = {
  payer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  payee: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  feeAddress: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  token: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
  contract: RECURRING_PROXIES['sepolia'] ?? '',
  /** 1 March 2027, 09:00 UTC. */
  firstAt: 1_803_891_600,
  periodSeconds: 2_592_000,
  totalPayments: 12,
} as const;

/** The page's own list of contracts. */
export const sampleContractOf: ContractOf = (id) => RECURRING_PROXIES[id];

const SIX_DECIMALS = 1_000_000n;

/** An approval of the sample's contract, in bytes. */
export function sampleApproval(units: bigint, more: Readonly<Record<string, unknown>> = {}) {
  const words = [BigInt(SAMPLE.contract), units].map((one) => one.toString(16).padStart(64, '0'));
  return { to: SAMPLE.token, data: `0x095ea7b3${words.join('')}`, value: '0x0', ...more };
}

/** 12 payments of 100 USDC with 1 USDC of fees each. */
export const SAMPLE_TOTAL_UNITS = 12n * 101n * SIX_DECIMALS;

/** The values of the permit. */
export function sampleValues(more: Readonly<Record<string, unknown>> = {}) {
  const { payer, payee, feeAddress, token, firstAt, periodSeconds, totalPayments } = SAMPLE;
  return {
    subscriber: payer,
    token,
    recipient: payee,
    feeAddress,
    amount: String(100n * SIX_DECIMALS),
    feeAmount: String(SIX_DECIMALS),
    relayerFee: '0',
    periodSeconds,
    firstPayment: firstAt,
    totalPayments,
    nonce: '1234567890',
    deadline: String(firstAt + 11 * periodSeconds + 7 * 86_400),
    strictOrder: false,
    ...more,
  };
}

/** What the payer is asked to sign. */
export function samplePermit(values: Readonly<Record<string, unknown>> = sampleValues()) {
  return {
    domain: {
      name: 'ERC20RecurringPaymentProxy',
      version: '1',
      chainId: 11_155_111,
      verifyingContract: SAMPLE.contract,
    },
    types: { SchedulePermit: PERMIT_FIELDS.map((field) => ({ ...field })) },
    values,
  };
}

/** The dates of the sample, or of the same schedule from another time on, and the permit for them. */
export function sampleDates(firstAt: number = SAMPLE.firstAt) {
  const { periodSeconds, totalPayments } = SAMPLE;
  const lastAt = firstAt + (totalPayments - 1) * periodSeconds;
  const deadline = String(lastAt + 7 * 86_400);
  return {
    payments: Array.from({ length: totalPayments }, (_, at) => ({
      index: at + 1,
      dueAt: new Date((firstAt + at * periodSeconds) * 1_000).toISOString(),
      status: 'waiting',
    })),
    recurringPaymentPermit: samplePermit(sampleValues({ firstPayment: firstAt, deadline })),
  };
}

/** What the API answers about the sample. */
export function sampleBody(more: Readonly<Record<string, unknown>> = {}) {
  const { payer, payee, feeAddress, periodSeconds, totalPayments } = SAMPLE;
  const id = '01K8Z3N5T7V9X1B3D5F7H9J1M3';
  return {
    id,
    status: 'pending',
    network: 'sepolia',
    currency: 'USDC-sepolia',
    payer,
    payee,
    reference: 'SALARY-12',
    amount: '100',
    fee: '1',
    feeAddress,
    relayerFee: '0',
    periodSeconds,
    totalPayments,
    ...sampleDates(),
    failureReason: null,
    stopMessage: `Stop the recurring payout ${id}. No further payment of it is to be made.`,
    allowance: sampleAllowance(),
    ...more,
  };
}

/** What the API answers about the payer's allowance. */
export function sampleAllowance(more: Readonly<Record<string, unknown>> = {}) {
  return {
    otherPaymentsUnits: '0',
    transactions: [sampleApproval(SAMPLE_TOTAL_UNITS)],
    loweringTransactions: [],
    revives: [],
    ...more,
  };
}
