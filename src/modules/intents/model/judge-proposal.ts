import type { Network } from '#catalog/networks.ts';
import type { AccountState, ChainPayment, TransactionStep } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import { executableUntil, findProposedRouteProblem, type ProposedRoute } from './proposed-route.ts';
import type { SignedBy } from './stored-proposal.ts';

/** A transaction that owners of a Safe were asked to sign, as we read it. */
export interface ReadProposal {
  /** The Safe that the service names. */
  readonly safe: string;
  readonly nonce: bigint;
  /** The hash of what the service shows, computed here. */
  readonly hash: Hex;
  /** The keys that signed this hash. */
  readonly signers: readonly string[];
  /** Who has signed, as the service says. */
  readonly confirmedBy: readonly string[];
  /** What each of its calls does, undefined for one that is not known; undefined where its calls cannot be read. */
  readonly steps: readonly (TransactionStep | ProposedRoute | undefined)[] | undefined;
}

/** What a proposal is compared with. */
export interface ProposalTerms {
  /** The hash that was reported. */
  readonly hash: Hex;
  /** What stands at the Safe's address. */
  readonly account: AccountState;
  /** Where the Safe pays. */
  readonly network: Network;
  /** What is due of the link, the fees that are paid by themselves included. */
  readonly orders: readonly PaymentOrder[];
  /** The fees of orders on other networks, as they are paid where the Safe pays; undefined where they cannot be. */
  readonly sourceFees: readonly SourceFee[] | undefined;
  readonly now: Date;
}

/** A fee that is paid by itself where a route starts. */
interface SourceFee {
  readonly tokenAddress: string;
  readonly receiverAddress: string;
  readonly paymentReference: Hex;
  readonly units: bigint;
}

/**
 * Why a proposal proves no payment of a link by that Safe; undefined where an owner signed exactly this transaction and it does nothing
 * else than pay the link, and maybe others, through the known contracts.
 */
export function findProposalProblem(
  proposal: ReadProposal,
  terms: ProposalTerms,
): string | undefined {
  const { hash, account } = terms;
  const { signers, nonce, steps } = proposal;
  if (proposal.hash !== hash) return 'its hash is another one';
  if (account.kind !== 'safe') return 'its Safe is none of a published version';
  const { owners } = account;
  if (!signers.some((signer) => owners.some((owner) => isSame(owner, signer)))) {
    return 'no owner signed it';
  }
  if (nonce < account.nonce) return 'its nonce is used';
  if (steps === undefined) return 'its calls cannot be read';
  const known = steps.filter((step) => step !== undefined);
  if (known.length < steps.length) return 'it calls something else than payments need';
  const [here, elsewhere] = [ordersHere(terms), ordersElsewhere(terms)];
  const payments = known.flatMap(paymentsOf);
  const due = [...here.flatMap(duePaymentsOf), ...(terms.sourceFees ?? []).map(dueOfFee)];
  const isAll =
    here.length + elsewhere.length > 0 &&
    terms.sourceFees !== undefined &&
    due.every((one) => payments.some((payment) => pays(payment, one)));
  if (!isAll) return 'it does not pay all that is due of the link';
  const routes = routesOf(proposal);
  const problems = elsewhere.map((order) =>
    findMissingRoute(routes, { order, safe: proposal.safe, owners, terms }),
  );
  return problems.find((problem) => problem !== undefined);
}

/** Until when a proposal can be executed, where it starts routes. */
export function proposalExecutableUntil(proposal: ReadProposal): Date | undefined {
  const [first, ...others] = routesOf(proposal).map(executableUntil);
  return others.reduce((soonest, at) => (soonest && soonest < at ? soonest : at), first);
}

function routesOf({ steps = [] }: ReadProposal): readonly ProposedRoute[] {
  return steps.filter((step): step is ProposedRoute => step?.type === 'route');
}

function ordersHere({ orders, network }: ProposalTerms): readonly PaymentOrder[] {
  return orders.filter(({ chain }) => chain.network.id === network.id);
}

function ordersElsewhere({ orders, network }: ProposalTerms): readonly PaymentOrder[] {
  return orders.filter(({ chain }) => chain.network.id !== network.id);
}

/** Why no route brings the payment of an order; undefined where one does. */
function findMissingRoute(
  routes: readonly ProposedRoute[],
  {
    order,
    safe,
    owners,
    terms: { network, now },
  }: {
    readonly order: PaymentOrder;
    readonly safe: string;
    readonly owners: readonly string[];
    readonly terms: ProposalTerms;
  },
): string | undefined {
  const [main] = duePaymentsOf({ ...order, feeLegs: [] });
  const paying = routes.filter(
    ({ payment, route }) =>
      route.destinationChainId === order.chain.network.chainId &&
      main !== undefined &&
      payment !== undefined &&
      pays(payment, main),
  );
  const destination = { network: order.chain.network, tokenAddress: order.currency.address };
  const problems = paying.map((route) =>
    findProposedRouteProblem(route, { network, safe, owners, destination, now }),
  );
  if (problems.includes(undefined)) return undefined;
  return problems[0] ?? 'none of its routes pays the link';
}

function dueOfFee({ receiverAddress, units, ...fee }: SourceFee): DuePayment {
  return {
    ...fee,
    kind: 'token',
    path: undefined,
    payeeAddress: receiverAddress,
    amountUnits: units,
    feeUnits: 0n,
    feeAddress: undefined,
  };
}

/**
 * How many of a Safe's owners have signed, for people to read: the service is believed, as an owner that is a contract signs by no key.
 * Null where the Safe was not read.
 */
export function countSigned(
  { confirmedBy }: Pick<ReadProposal, 'confirmedBy'>,
  account: AccountState,
): SignedBy | null {
  if (account.kind !== 'safe') return null;
  const { owners, threshold } = account;
  const signed = owners.filter((owner) => confirmedBy.some((one) => isSame(one, owner)));
  return { owners: signed.length, threshold };
}

function paymentsOf(step: TransactionStep | ProposedRoute): readonly ChainPayment[] {
  switch (step.type) {
    case 'payment':
      return [step.payment];
    case 'batch':
      return step.payments;
    default:
      return [];
  }
}

/** One payment of an order, as far as it is compared. */
interface DuePayment extends Pick<PaymentOrder, 'kind' | 'payeeAddress' | 'paymentReference'> {
  /** Undefined of the native coin. */
  readonly tokenAddress: string | undefined;
  /** Of a conversion, first the invoice's currency. */
  readonly path: readonly string[] | undefined;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string | undefined;
}

function duePaymentsOf(order: PaymentOrder): readonly DuePayment[] {
  const { kind, currency, conversion, due, platformFee, feeLegs = [] } = order;
  const shared = {
    kind,
    tokenAddress: kind === 'native' ? undefined : currency.address,
    path: conversion?.path,
  };
  const { payeeAddress, paymentReference } = order;
  const main = { ...shared, payeeAddress, paymentReference, ...due };
  return [
    { ...main, feeAddress: due.feeUnits > 0n ? platformFee?.address : undefined },
    ...feeLegs.map((leg) => ({
      ...shared,
      payeeAddress: leg.receiverAddress,
      paymentReference: leg.paymentReference,
      amountUnits: leg.amountUnits,
      feeUnits: 0n,
      feeAddress: undefined,
    })),
  ];
}

function pays(payment: ChainPayment, due: DuePayment): boolean {
  const isOfDue =
    payment.kind === due.kind &&
    isSame(payment.payeeAddress, due.payeeAddress) &&
    isSame(payment.paymentReference, due.paymentReference) &&
    (due.feeAddress === undefined || isSame(payment.feeAddress, due.feeAddress));
  if (!isOfDue) return false;
  if (payment.kind === 'conversion') {
    const isSamePath = payment.path.join().toLowerCase() === due.path?.join().toLowerCase();
    const { invoiceUnits, feeInvoiceUnits } = payment;
    return isSamePath && invoiceUnits >= due.amountUnits && feeInvoiceUnits >= due.feeUnits;
  }
  const isSameToken =
    payment.kind === 'native' ||
    (due.tokenAddress !== undefined && isSame(payment.tokenAddress, due.tokenAddress));
  return isSameToken && payment.amountUnits >= due.amountUnits && payment.feeUnits >= due.feeUnits;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
