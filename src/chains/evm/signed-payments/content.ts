import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import type { Network } from '#catalog/networks.ts';
import type { TokenPermit } from '#catalog/token-permits.ts';
import type { Hex } from '#kit/hex.ts';
import type { ApprovalToSign, ContentToSign, PaymentsToSign } from '../../signed-payments.ts';
import { evmAddress } from '../address.ts';
import { EIP2612_TYPES, secondsOf, tokenDomain } from '../permits/token-domain.ts';

const field = (name: string, type: string) => ({ name, type });

/** What Permit2 calls the content that is signed with a permit. */
const CONTENT = 'witness';

const PAYMENT_TYPES = {
  PermitBatchWitnessTransferFrom: [
    field('permitted', 'TokenPermissions[]'),
    field('spender', 'address'),
    field('nonce', 'uint256'),
    field('deadline', 'uint256'),
    field(CONTENT, 'PaymentIntent'),
  ],
  TokenPermissions: [field('token', 'address'), field('amount', 'uint256')],
  PaymentIntent: [field('token', 'address'), field('payments', 'Payment[]')],
  Payment: [
    field('payee', 'address'),
    field('amount', 'uint256'),
    field('paymentReference', 'bytes'),
    field('feeAmount', 'uint256'),
    field('feeAddress', 'address'),
  ],
};

const DAI_TYPES = {
  Permit: [
    field('holder', 'address'),
    field('spender', 'address'),
    field('nonce', 'uint256'),
    field('expiry', 'uint256'),
    field('allowed', 'bool'),
  ],
};

/** What payments take together, fees included. */
function totalOf({ payments }: PaymentsToSign): bigint {
  return payments.reduce((sum, { amountUnits, feeUnits }) => sum + amountUnits + feeUnits, 0n);
}

/** The `PaymentIntent` of the contract. */
export function intentOf({ currency, payments }: PaymentsToSign) {
  return {
    token: evmAddress(currency.address),
    payments: payments.map((payment) => ({
      payee: evmAddress(payment.payeeAddress),
      amount: payment.amountUnits,
      paymentReference: payment.paymentReference,
      feeAmount: payment.feeUnits,
      feeAddress: evmAddress(payment.feeAddress),
    })),
  };
}

/** See `SignedPayments.paymentContent`. */
export function paymentContent(
  { chainId }: Network,
  spender: Hex,
  toSign: PaymentsToSign,
): ContentToSign {
  const intent = intentOf(toSign);
  return {
    domain: { name: 'Permit2', chainId, verifyingContract: PERMIT2_ADDRESS },
    types: PAYMENT_TYPES,
    values: {
      permitted: [{ token: intent.token, amount: String(totalOf(toSign)) }],
      spender,
      nonce: String(toSign.nonce),
      deadline: String(secondsOf(toSign.expiresAt)),
      [CONTENT]: {
        ...intent,
        payments: intent.payments.map((payment) => ({
          ...payment,
          amount: String(payment.amount),
          feeAmount: String(payment.feeAmount),
        })),
      },
    },
  };
}

/** What a holder signs so that Permit2 may take of a token. */
export function approvalContent(
  network: Network,
  permit: TokenPermit,
  { of, approval }: { readonly of: PaymentsToSign; readonly approval: ApprovalToSign },
): ContentToSign {
  const domain = tokenDomain(network, of.currency.address, permit);
  const holder = evmAddress(of.payerAddress);
  const nonce = String(approval.nonce);
  const deadline = String(secondsOf(approval.expiresAt));
  const spender = PERMIT2_ADDRESS;
  return permit.form === 'dai'
    ? {
        domain,
        types: DAI_TYPES,
        values: { holder, spender, nonce, expiry: deadline, allowed: true },
      }
    : {
        domain,
        types: EIP2612_TYPES,
        values: { owner: holder, spender, value: String(approval.units), nonce, deadline },
      };
}
