import { type Currency, currencyById } from '#catalog/currencies.ts';
import type { BundleKind } from '#catalog/families.ts';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import { invoiceDecimals } from '#catalog/request-units.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import type { LinkedRequest, SecurePayment } from '#modules/secure-payments/index.ts';
import {
  type ChildCounts,
  type MulticallStatus,
  multicallEventOf,
  multicallMachine,
} from './status.ts';

/** How a bundle is paid. */
export type ExecutionKind = BundleKind;

/** One payout link of a bundle. */
export interface MulticallChild {
  /** From 0. */
  readonly position: number;
  readonly link: SecurePayment;
  /** The requests of the link when it was added. */
  readonly request: LinkedRequest;
  readonly currency: Currency;
  readonly network: NetworkId;
}

/** A bundle with its children as they stand. */
export interface MulticallPayout {
  readonly token: string;
  readonly accountId: string;
  readonly clientIdId: string | null;
  /** The public `cli_...` text of what it was created with, where that was a client ID. */
  readonly clientId: string | null;
  /** The partner that created it, where one did. */
  readonly orchestratorId: string | null;
  readonly origin: string | null;
  /** The stored status; `statusOf` gives the status at a time. */
  readonly status: MulticallStatus;
  /** Null leaves it to the payer. */
  readonly requestedExecutionKind: ExecutionKind | null;
  readonly createdAt: Date;
  /** The earliest deadline of its children. */
  readonly expiresAt: Date;
  /** In their order; at least two. */
  readonly children: readonly MulticallChild[];
}

/** A child as its link reports it. */
export function childOf(link: SecurePayment, position: number): MulticallChild {
  const [request] = link.requests;
  invariant(request !== undefined, 'a link has requests');
  const currency = currencyById(request.currencyId);
  invariant(currency !== undefined && isNetworkId(request.network), 'links name listed currencies');
  return { position, link, request, currency, network: request.network };
}

/** Whether a child was paid in full. */
export function isPaid({ request }: Pick<MulticallChild, 'request'>): boolean {
  return request.paidUnits >= request.expectedUnits;
}

/** The decimals in which a child's amounts are counted. */
export function decimalsOf({ request, currency }: MulticallChild): number {
  return invoiceDecimals(request.kind, currency);
}

/** Whether children of a bundle can be paid by transactions of the one network that they are on. */
export function isOfOneChain(
  { requestedExecutionKind: kind }: Pick<MulticallPayout, 'requestedExecutionKind'>,
  children: readonly Pick<MulticallChild, 'network'>[],
): boolean {
  const networks = new Set(children.map(({ network }) => network));
  return networks.size === 1 && kind !== 'evm_cross_chain';
}

/** How a bundle stands at a moment, also before a sweep has said so. */
export function statusOf(payout: MulticallPayout, now: Date): MulticallStatus {
  const isOpen = (child: MulticallChild) =>
    !isPaid(child) && child.link.status === 'pending' && now < child.link.expiresAt;
  const counts: ChildCounts = {
    children: payout.children.length,
    paid: payout.children.filter(isPaid).length,
    open: payout.children.filter(isOpen).length,
  };
  const event = multicallEventOf(counts, { isInTime: now < payout.expiresAt });
  return next(multicallMachine, payout.status, event) ?? payout.status;
}
