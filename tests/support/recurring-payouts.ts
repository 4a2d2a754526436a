import type {
  Instalment,
  RecurringPayout,
} from '../../src/modules/recurring-payouts/model/recurring-payout.ts';

const FIRST = new Date('2026-01-01T00:00:00.000Z');
const DAY_MS = 86_400_000;

/** A signed one of three daily payments, the first due at the beginning of 2026. */
export function aRecurringPayout(changes: Partial<RecurringPayout> = {}): RecurringPayout {
  return {
    id: '01K8Z3N5T7V9X1B3D5F7H9J1M3',
    accountId: 'account',
    pageToken: 'token',
    status: 'active',
    clientIdId: null,
    clientId: null,
    orchestratorId: null,
    origin: null,
    reference: null,
    network: 'sepolia',
    currencyId: 'USDC-sepolia',
    payerAddress: '0x2222222222222222222222222222222222222222',
    payeeAddress: '0x1111111111111111111111111111111111111111',
    plan: null,
    amountUnits: 1_000n,
    feeUnits: 0n,
    feeAddress: null,
    relayerFeeUnits: 0n,
    frequency: 'DAILY',
    firstDueAt: FIRST,
    periodSeconds: DAY_MS / 1_000,
    totalPayments: 3,
    expiresAt: new Date(FIRST.getTime() + 9 * DAY_MS),
    permit: { domain: {}, types: {}, values: {} },
    digest: '0x',
    spenderAddress: '0x3333333333333333333333333333333333333333',
    signature: '0x12',
    signedBlock: 1n,
    failureCount: 0,
    failureReason: null,
    retryAt: null,
    shortage: null,
    revokedAt: null,
    createdAt: FIRST,
    activatedAt: FIRST,
    endedAt: null,
    nextCheckAt: null,
    ...changes,
  };
}

/** An instalment of that one, paid where its status says so. */
export function anInstalment(
  changes: Partial<Instalment> & Pick<Instalment, 'index' | 'status'>,
): Instalment {
  const { index, status } = changes;
  return {
    dueAt: new Date(FIRST.getTime() + (index - 1) * DAY_MS),
    requestRowId: `row ${index}`,
    requestId: `request ${index}`,
    paymentReference: '0x1122334455667788',
    isPaid: status === 'paid',
    sentAt: null,
    transactionHash: null,
    takenAt: null,
    ...changes,
  };
}
