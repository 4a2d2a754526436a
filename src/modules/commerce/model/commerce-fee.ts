import type { Actor } from '#kit/actor.ts';
import { refuseField } from '#kit/failure.ts';

/** The fee that a call names. */
interface FeeInput {
  readonly feeBps?: number | undefined;
  readonly feeReceiver?: string | undefined;
}

/** The share of each capture and who gets it. */
interface CommerceFee {
  readonly feeBps: number;
  readonly feeAddress: string | null;
}

type ReadWallet = (text: string, field: string) => string;

/** What a payment costs: the fee of the client ID where it has one, else that of the call. Refuses (400) a share without a receiver. */
export function readCommerceFee(
  actor: Actor,
  { feeBps = 0, feeReceiver }: FeeInput,
  readWallet: ReadWallet,
): CommerceFee {
  const own = 'defaultFee' in actor ? actor.defaultFee : undefined;
  if (own !== undefined) {
    const ownBps = bpsOf(own.percentage);
    if (ownBps === 0) return { feeBps: 0, feeAddress: null };
    return { feeBps: ownBps, feeAddress: readWallet(own.address, 'feeAddress of the client ID') };
  }
  if (feeBps === 0) return { feeBps: 0, feeAddress: null };
  if (feeReceiver === undefined) {
    throw refuseField('feeReceiver', 'feeReceiver is required where feeBps is above 0');
  }
  return { feeBps, feeAddress: readWallet(feeReceiver, 'feeReceiver') };
}

/** A percentage of at most two decimals, of 10,000. */
function bpsOf(percentage: string): number {
  return Math.round(Number(percentage) * 100);
}

/** Refuses (400) another fee than the one that was agreed on; a call that names none means that one. */
export function checkSameFee(
  agreed: CommerceFee,
  { feeBps, feeReceiver }: FeeInput,
  isSame: (one: string, other: string) => boolean,
): void {
  if (feeBps !== undefined && feeBps !== agreed.feeBps) {
    throw refuseField(
      'feeBps',
      `feeBps must be ${agreed.feeBps}, as it was authorised`,
      'fee_not_agreed',
    );
  }
  if (feeReceiver === undefined) return;
  if (agreed.feeAddress !== null && isSame(feeReceiver, agreed.feeAddress)) return;
  const message = `feeReceiver must be ${agreed.feeAddress ?? 'left out'}, as it was authorised`;
  throw refuseField('feeReceiver', message, 'fee_not_agreed');
}
