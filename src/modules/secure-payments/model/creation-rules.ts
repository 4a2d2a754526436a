import type { Network } from '#catalog/networks.ts';
import { refuseField } from '#kit/failure.ts';
import { checkOneNetwork } from '#modules/calldata/index.ts';
import { checkFeePair } from '#modules/fees/index.ts';
import type { CreateSecurePaymentInput, SecurePaymentItem } from './creation-body.ts';

/** Refuses (400) fields that make no sense without each other. */
export function checkPairs(
  input: Partial<
    Pick<CreateSecurePaymentInput, 'redirectUrl' | 'redirectLabel' | 'feePercentage' | 'feeAddress'>
  >,
): void {
  if (input.redirectLabel !== undefined && input.redirectUrl === undefined) {
    throw refuseField('redirectLabel', 'redirectLabel cannot be provided without redirectUrl');
  }
  checkFeePair(input);
}

/** An item in the older form: whom to pay, and in what. */
export interface OlderItem {
  readonly payee: string;
  readonly invoiceCurrency: string;
  readonly paymentCurrency: string;
}

/**
 * What an item in the older form says, or undefined where it is in the form of today. Refuses (400)
 * half a form, and both at once.
 */
export function readOlderForm(item: SecurePaymentItem, within: string): OlderItem | undefined {
  const { destinationId, payee, invoiceCurrency, paymentCurrency } = item;
  const older = { payee, invoiceCurrency, paymentCurrency };
  if (Object.values(older).every((value) => value === undefined)) return undefined;
  if (destinationId !== undefined) {
    const message = `${within} has both destinationId and payee, invoiceCurrency or paymentCurrency: send one form`;
    throw refuseField(`${within}.destinationId`, message);
  }
  const needed = (name: keyof typeof older) => {
    const field = `${within}.${name}`;
    return older[name] ?? refuseWith(field, `${field} is required where destinationId is left out`);
  };
  const read = { invoiceCurrency: needed('invoiceCurrency'), payee: needed('payee') };
  return { ...read, paymentCurrency: needed('paymentCurrency') };
}

/**
 * Refuses (400) what cannot be paid together: items on several networks, and several items where the
 * network's contracts make no batches.
 */
export function checkNetworks(networks: readonly Network[]): void {
  if (networks.length > 1) checkOneNetwork(networks);
}

function refuseWith(field: string, message: string): never {
  throw refuseField(field, message);
}
