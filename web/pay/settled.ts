import { member, texts } from '../engine/members.ts';
import type { Link, Payment } from './link.ts';

/**
 * A link as it ended: the paid amount replaces the due one, and each payment shows whether it
 * was paid, and by which transaction. Without statuses all of it was paid.
 */
export function settledLink(link: Link, statuses: unknown): Link {
  const answer: readonly unknown[] = Array.isArray(statuses) ? statuses : [];
  const [first, ...others] = link.payments;
  return {
    ...link,
    payments: [
      settled(first, link.kind, answer[0]),
      ...others.map((payment, at) => settled(payment, link.kind, answer[at + 1])),
    ],
  };
}

function settled(payment: Payment, kind: Link['kind'], status: unknown): Payment {
  const paid = member(status, 'hasBeenPaid') !== false;
  const outcome = { paid, hash: texts(status, ['txHash']).txHash };
  const { amountUnits, paidUnits, fullUnits = 0n, conversion } = payment;
  if (kind === 'multicall') {
    return { ...payment, outcome, paidUnits: 0n, amountUnits: paid ? fullUnits : 0n };
  }
  return conversion === undefined
    ? { ...payment, outcome, paidUnits: 0n, amountUnits: amountUnits + paidUnits }
    : {
        ...payment,
        outcome,
        paidUnits: 0n,
        conversion: { ...conversion, invoiceUnits: conversion.invoiceUnits + paidUnits },
      };
}

/** The transactions that paid a link, each once, in the order of its payments. */
export function transactionsOf({ payments }: Link): readonly string[] {
  return [...new Set(payments.flatMap(({ outcome }) => outcome?.hash ?? []))];
}
