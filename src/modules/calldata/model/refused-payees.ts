import type { Currency } from '#catalog/currencies.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { type FieldIssue, Refusal } from '#kit/failure.ts';
import { PAYER_IS_PAYEE_EXAMPLES } from './payer-is-payee.ts';

/** Who is paid, or receives a fee, in a currency. */
export interface Payee {
  readonly address: string;
  /** The index of the first payment to them in the request body. */
  readonly field: string;
  /** Whether they only receive fees of what is paid. */
  readonly isFee?: boolean;
}

/** What trying to move a currency has shown; only of wallets that have enough of it. */
export interface RefusedPayees {
  readonly currency: Pick<Currency, 'id' | 'type'>;
  /** At least one. */
  readonly refused: readonly Payee[];
  /** Whether this wallet can pay nobody in it, itself included. */
  readonly refusesPayer: boolean;
}

/** Of many payees that cannot be paid this many are named, so that an answer stays readable. */
const NAMED_MAX = 20;

/**
 * The refusal (409) of payments that would revert: `payer_cannot_pay` where a token moves nothing for
 * the wallet, else `payee_cannot_be_paid` with an entry for each of the payees.
 */
export function cannotBePaid(found: readonly RefusedPayees[], wallet: string): Refusal {
  const closed = found.filter(({ refusesPayer }) => refusesPayer);
  const [first] = closed;
  if (first !== undefined) {
    const errors = closed.map(({ currency, refused }) => ({
      field: refused[0]?.field ?? '',
      message: `${currency.id} refuses every transfer from this wallet`,
    }));
    const message = `${first.currency.id} refuses every transfer from ${wallet}: the token is paused, or this wallet is blocked by it. Nothing was prepared to sign`;
    return new Refusal('payer_cannot_pay', 409, { message, errors });
  }
  const payees = found.flatMap(({ currency, refused }) =>
    refused.map((payee) => ({ ...payee, reason: reasonOf(currency, payee) })),
  );
  const errors: FieldIssue[] = payees
    .slice(0, NAMED_MAX)
    .map(({ field, reason: message }) => ({ field, message }));
  const others = new Set(payees.map(({ address }) => address.toLowerCase())).size - 1;
  const more = others === 0 ? '' : ` (and ${others} more)`;
  const count = countOf(
    others + 1,
    payees.every(({ isFee }) => isFee === true),
  );
  const message = `${count} cannot be paid: ${payees[0]?.reason}${more}. Nothing was prepared to sign`;
  return new Refusal('payee_cannot_be_paid', 409, { message, errors });
}

function countOf(count: number, areFees: boolean): string {
  if (areFees) return count === 1 ? '1 receiver of a fee' : `${count} receivers of fees`;
  return count === 1 ? '1 payee' : `${count} payees`;
}

function reasonOf({ id, type }: RefusedPayees['currency'], { address, isFee }: Payee): string {
  const who = isFee === true ? `${address}, who receives a fee` : address;
  return type === 'ETH'
    ? `${who}${isFee === true ? ',' : ''} takes no ${id}`
    : `${id} refuses transfers to ${who}`;
}

const SAMPLE_REFUSED: RefusedPayees = {
  currency: { id: SAMPLE.currencyId, type: 'ERC20' },
  refused: [{ address: SAMPLE.payee, field: 'requests[2]' }],
  refusesPayer: false,
};

/** How endpoints that prepare calldata for a wallet describe that it would revert, or never be credited. */
export const CANNOT_BE_PAID = {
  status: 409,
  when: 'A payment would revert although the wallet has enough, or the wallet is a payee itself.',
  examples: [
    cannotBePaid([SAMPLE_REFUSED], SAMPLE.payer),
    cannotBePaid(
      [
        {
          ...SAMPLE_REFUSED,
          refused: [{ address: SAMPLE.feeAddress, field: 'feeReceiver', isFee: true }],
        },
      ],
      SAMPLE.payer,
    ),
    cannotBePaid([{ ...SAMPLE_REFUSED, refusesPayer: true }], SAMPLE.payer),
    ...PAYER_IS_PAYEE_EXAMPLES,
  ],
} as const;
