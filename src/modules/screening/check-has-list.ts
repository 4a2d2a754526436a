import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { listsFor } from './model/lists.ts';

/** Refuses (400) a payment on a network without a list of sanctioned addresses, where this installation requires one. */
export function checkHasList(
  { settings }: Pick<Context, 'settings'>,
  { network, field }: { readonly network: Network; readonly field: string },
): void {
  if (listsFor([network], settings.sanctionsOracle).lacksOne) throw noList(field, network.name);
}

/** 400: no wallet could be cleared there. */
export function noList(field: string, networkName: string): Refusal {
  const message = `${field}: wallets are screened here, and there is no list of sanctioned addresses on ${networkName}`;
  return refuseField(field, message, 'screening_not_available');
}
