import { currencyById } from '#catalog/currencies.ts';
import type { ChainFamily, Network } from '#catalog/networks.ts';
import { Refusal } from '#kit/failure.ts';
import { shareOf } from '#kit/percentage.ts';
import type { SecurePaymentItem, SecurePaymentWish } from './creation-body.ts';

/** What is built for each family of chains, and what its contracts can do at all. */
const BUILT: Readonly<Record<ChainFamily, { single: boolean; batch: 'not_built' | 'never' }>> = {
  evm: { single: true, batch: 'not_built' },
  tron: { single: false, batch: 'never' },
};

/** Refuses (400) fields that make no sense without each other. */
export function checkPairs(wish: SecurePaymentWish): void {
  if (wish.redirectLabel !== undefined && wish.redirectUrl === undefined) {
    throw refuse('redirectLabel', 'redirectLabel cannot be provided without redirectUrl');
  }
  if (wish.feePercentage !== undefined && wish.feeAddress === undefined) {
    throw refuse('feeAddress', 'feeAddress is required when feePercentage is set');
  }
  if (wish.feeAddress !== undefined && wish.feePercentage === undefined) {
    throw refuse('feePercentage', 'feePercentage is required when feeAddress is set');
  }
}

/**
 * What an item in the older form says, or undefined where it is in the form of today. Refuses (400)
 * half a form, both at once, and an invoice in another currency, which would have to be converted.
 */
export function readOlderForm(
  item: SecurePaymentItem,
  within: string,
): { readonly payee: string; readonly paymentCurrency: string } | undefined {
  const { destinationId, payee, invoiceCurrency, paymentCurrency } = item;
  const older = { payee, invoiceCurrency, paymentCurrency };
  if (Object.values(older).every((value) => value === undefined)) return undefined;
  if (destinationId !== undefined) {
    const message = `${within} has both destinationId and payee, invoiceCurrency or paymentCurrency: send one form`;
    throw refuse(`${within}.destinationId`, message);
  }
  const needed = (name: keyof typeof older) => {
    const field = `${within}.${name}`;
    return older[name] ?? refuseWith(field, `${field} is required where destinationId is left out`);
  };
  const [invoice, payment] = [needed('invoiceCurrency'), needed('paymentCurrency')];
  if (invoice !== payment && currencyById(invoice) !== currencyById(payment)) {
    const field = `${within}.invoiceCurrency`;
    const message = `${field} must be the paymentCurrency: conversion is not supported yet`;
    throw refuse(field, message, 'conversion_not_supported');
  }
  return { payee: needed('payee'), paymentCurrency: payment };
}

/** Refuses (400) what cannot be paid on this network: several items at once, and Tron for now. */
export function checkBuilt(network: Network, items: number): void {
  const built = BUILT[network.family];
  if (items > 1) {
    const message =
      built.batch === 'never'
        ? `Batch payments are not supported for ${network.name.toUpperCase()} networks. Please submit individual payment requests.`
        : 'Batch payments are not supported yet: requests must have exactly one item';
    throw refuse('requests', message, 'batch_not_supported');
  }
  if (!built.single) {
    const message = `Payments on ${network.name} are not supported yet: name a destination on an EVM network`;
    throw refuse('requests[0].destinationId', message, 'unsupported_network');
  }
}

/** The words for a network that no node is configured for. */
export function networkNotConfigured(network: Network, configured: readonly Network[]): Refusal {
  const names = configured.map((row) => `${row.name} (${row.chainId})`).join(', ');
  const message = `Payments on ${network.name} are not available here: ${
    names === '' ? 'no network is configured' : `configured are ${names}`
  }`;
  return refuse('requests[0].destinationId', message, 'unsupported_network');
}

/** The fee on top of an amount, in units, rounded down in the payer's favour. */
export function feeOnTop(amountUnits: bigint, feePercentage: string | undefined): bigint {
  return feePercentage === undefined ? 0n : shareOf(amountUnits, feePercentage);
}

function refuseWith(field: string, message: string): never {
  throw refuse(field, message);
}

function refuse(field: string, message: string, code = 'invalid_request'): Refusal {
  return new Refusal(code, 400, { message, errors: [{ field, message }] });
}
