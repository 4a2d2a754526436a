import { readView } from '../api/read-view.ts';
import type { PaymentView, SecurePaymentView } from '../api/shapes.ts';
import { sameAddress } from '../ui/address.ts';
import { unitsOf } from '../ui/amount.ts';
import { TRUSTED } from '../wallet/trusted.generated.ts';
import type { Asset, TrustedNetwork } from '../wallet/trusted-network.ts';

/** What the page shows of a link: what the calldata is later compared with. */
export interface Link {
  readonly kind: 'single' | 'batch' | 'multicall';
  readonly networkId: string;
  readonly network: TrustedNetwork;
  /** One, or those of a batch or a bundle in its order. */
  readonly payments: readonly [Payment, ...Payment[]];
  readonly reference: string | undefined;
  readonly redirect: Redirect | undefined;
  /** The fees as they were agreed, as the API wrote them. */
  readonly feePlan: unknown;
}

/** One payment as the page shows it. */
export interface Payment {
  readonly asset: Asset;
  /** What is still due; of a conversion at the rate of the moment. Zero once it was paid. */
  readonly amountUnits: bigint;
  /** Undefined while it is masked: it is shown to wallets that may pay. */
  readonly payee: string | undefined;
  /** What it calls itself, by the API’s word: shown beside it and compared with nothing. */
  readonly ensName?: string | undefined;
  /** What the contract call must carry, so that the payment finds its way back. */
  readonly paymentReference: string | undefined;
  /** How an invoice in another currency is paid. */
  readonly conversion: Conversion | undefined;
  /** What was paid of it already; of a conversion in the invoice's currency. */
  readonly paidUnits: bigint;
  /** The total of a child of a bundle; others have only what is due. */
  readonly fullUnits?: bigint;
  /** How it ended, once the link has. */
  readonly outcome?: { readonly paid: boolean; readonly hash: string | undefined };
  /** Why a child of a bundle cannot be paid now; it is not due then. */
  readonly blocked: string | undefined;
  /** The fees of a part of a batch or bundle as they were agreed, as the API wrote them. */
  readonly feePlan: unknown;
}

/** An invoice in another currency, and the rate of the moment. */
interface Conversion {
  /** A fiat code. */
  readonly currency: string;
  /** What is still due, with eight decimals. */
  readonly invoiceUnits: bigint;
  /** What leaves the wallet at most if the rate moves, in units of the asset. */
  readonly maxUnits: bigint;
  /** What one whole of the asset counts for. */
  readonly rate: string | undefined;
  /** When the rate was set. */
  readonly rateAt: string | undefined;
  readonly stale: boolean;
}

/** The button on the success screen. */
export interface Redirect {
  readonly url: string;
  /** Where it leads, other letters than those of the Latin alphabet in Punycode, and a port if it has one. */
  readonly host: string;
  readonly label: string | undefined;
}

/** Why a link cannot be shown as one that can be paid here. */
export type LinkProblem =
  /** It is shown to wallets that may pay only. */
  | 'hidden'
  /** A kind of payment, network or token that this page does not know. */
  | 'unsupported'
  /** The answer contradicts itself or the page's own list. */
  | 'contradiction';

/** The decimals of an invoice in another currency: those that the contracts reckon with. */
export const INVOICE_DECIMALS = 8;

const COIN_DECIMALS = 18;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const UNITS = /^(0|[1-9][0-9]{0,77})$/;
/** `wallet@eip155:chain#CHECKSUM:token`, of which the checksum is the API's affair. */
const DESTINATION_ID = /^(0x[0-9a-fA-F]{40})@eip155:([0-9]+)#[0-9A-Fa-f]{8}:(0x[0-9a-fA-F]{40})$/;

/** Reads the display data of a link and compares it with itself and with the page's own list. */
export function readLink(body: unknown): Link | LinkProblem {
  const view = readView(body);
  if (isHidden(view)) return 'hidden';
  const { paymentType: kind } = view;
  const networkId = view.network ?? '';
  const network = networkOf(networkId);
  if (!isKind(kind) || network === undefined) return 'unsupported';

  const masked = view.isPayeeAddressMasked === true;
  const payments: Payment[] = [];
  for (const one of view.payments) {
    const payment = readPayment(network, one, { masked, inDecimals: kind === 'multicall' });
    if (typeof payment === 'string') return payment;
    payments.push(payment);
  }
  const [first, ...others] = payments;
  // Of a bundle nothing is due while all of it waits for confirmations.
  const due = kind === 'multicall' || payments.some(({ amountUnits }) => amountUnits > 0n);
  if (first === undefined || !due) return 'contradiction';
  return {
    kind,
    networkId,
    network,
    payments: [first, ...others],
    reference: view.reference ?? undefined,
    redirect: readRedirect(view.redirectUrl, view.redirectLabel),
    feePlan: view.feePlan,
  };
}

/** A network of the page’s own list. */
export function networkOf(id: string): TrustedNetwork | undefined {
  return own(TRUSTED, id);
}

function isKind(kind: string | undefined): kind is Link['kind'] {
  return /^(single|batch|multicall)$/.test(kind ?? '');
}

/** Something in an asset. */
export interface Money {
  readonly asset: Asset;
  readonly units: bigint;
}

/** Sums by asset, in the order in which the assets come. */
export function sumByAsset(parts: readonly Money[]): readonly Money[] {
  const sums = new Map<string, Money>();
  for (const { asset, units } of parts) {
    const key = asset.address ?? '';
    sums.set(key, { asset, units: units + (sums.get(key)?.units ?? 0n) });
  }
  return [...sums.values()];
}

/** What the page names on top: the invoice of a conversion, otherwise what is due by asset. */
export function headlineOf(link: Link): readonly Money[] {
  const [{ conversion }] = link.payments;
  if (conversion === undefined || link.kind !== 'single') return dueOf(link);
  const asset = { symbol: conversion.currency, decimals: INVOICE_DECIMALS, address: undefined };
  return [{ asset, units: conversion.invoiceUnits }];
}

/** What is due of a link, by asset and without fees on top. */
export function dueOf(link: Link): readonly Money[] {
  const due = link.payments.filter(({ amountUnits }) => amountUnits > 0n);
  return sumByAsset(due.map(({ asset, amountUnits: units }) => ({ asset, units })));
}

interface Reading {
  readonly masked: boolean;
  /** Children of a bundle are shown in decimals, others in units. */
  readonly inDecimals: boolean;
}

function readPayment(
  network: TrustedNetwork,
  view: PaymentView,
  { masked, inDecimals }: Reading,
): Payment | LinkProblem {
  const asset = assetOf(network, view.paymentCurrency ?? '');
  if (asset === undefined) return 'unsupported';
  const isHidden = masked || (inDecimals && view.payee === undefined);
  const payee = isHidden ? undefined : (view.payee ?? '');
  const conversion = view.conversion && readConversion(view.conversion);
  const amounts = readAmounts(view, inDecimals ? asset.decimals : undefined);
  const isReadable = payee === undefined || (network.addressPattern ?? ADDRESS).test(payee);
  if (!isReadable || amounts === undefined || conversion === 'contradiction') {
    return 'contradiction';
  }
  const payment: Payment = {
    asset,
    ...amounts,
    payee,
    ensName: view.payeeEnsName,
    paymentReference: view.paymentReference ?? undefined,
    conversion,
    blocked: view.blockReason,
    feePlan: view.feePlan,
  };
  return matchesDestination(network, payment, view.destination) ? payment : 'contradiction';
}

/** What is due and what was paid. Children have the total, and the reason why they cannot be paid. */
function readAmounts(view: PaymentView, decimals: number | undefined) {
  const { amount = '', paidAmount = '0', blockReason } = view;
  if (decimals === undefined) {
    const readable = UNITS.test(amount) && UNITS.test(paidAmount);
    return readable ? { amountUnits: BigInt(amount), paidUnits: BigInt(paidAmount) } : undefined;
  }
  const [fullUnits, paidUnits] = [unitsOf(amount, decimals), unitsOf(paidAmount, decimals)];
  if (fullUnits === undefined || paidUnits === undefined) return undefined;
  const isDue = blockReason === undefined && fullUnits > paidUnits;
  return { amountUnits: isDue ? fullUnits - paidUnits : 0n, paidUnits, fullUnits };
}

/** A currency of the page’s own list. */
export function assetOf(network: TrustedNetwork, currencyId: string): Asset | undefined {
  return currencyId === network.coinId
    ? { symbol: network.nativeSymbol, decimals: COIN_DECIMALS, address: undefined }
    : own(network.tokens, currencyId);
}

function readConversion(
  view: NonNullable<PaymentView['conversion']>,
): Conversion | 'contradiction' {
  const { invoiceCurrency = '', invoiceAmount = '', maxAmount = '' } = view;
  const invoiceUnits = unitsOf(invoiceAmount, INVOICE_DECIMALS);
  if (!/^[A-Z]{3}$/.test(invoiceCurrency) || invoiceUnits === undefined || !UNITS.test(maxAmount)) {
    return 'contradiction';
  }
  return {
    currency: invoiceCurrency,
    invoiceUnits,
    maxUnits: BigInt(maxAmount),
    rate: /^[0-9]+(\.[0-9]+)?$/.test(view.conversionRate ?? '') ? view.conversionRate : undefined,
    rateAt: view.rateTimestamp,
    stale: view.isStale === true,
  };
}

/** The documented form of a payment that is hidden: none of what would be shown is there. */
function isHidden({ paymentType, network, payments }: SecurePaymentView): boolean {
  const known = paymentType === 'single' || paymentType === 'batch';
  const shown = payments.some(
    ({ payee, amount, paymentCurrency }) => payee ?? amount ?? paymentCurrency,
  );
  return known && !shown && network === undefined;
}

/** A redirect that leads to a web page and nowhere else; anything else is left out. */
export function readRedirect(
  url: string | null | undefined,
  label: string | null | undefined,
): Redirect | undefined {
  if (url === null || url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, href, host, username, password } = new URL(url);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return undefined;
  // Blanks alone would make a button without words.
  return { url: href, host, label: label?.trim() ? label : undefined };
}

/** A member of the table itself: `constructor` is no network. */
function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function matchesDestination(
  { chainId, destinationPattern = DESTINATION_ID }: TrustedNetwork,
  { asset, payee }: Payment,
  destination: PaymentView['destination'],
): boolean {
  if (destination === null || destination === undefined) return true;
  if (payee === undefined) return sameAddress(destination.tokenAddress, asset.address);
  const parts = destinationPattern.exec(destination.destinationId ?? '');
  return (
    parts !== null &&
    sameAddress(parts[1], payee) &&
    parts[2] === String(chainId) &&
    sameAddress(parts[3], asset.address) &&
    sameAddress(destination.walletAddress, payee) &&
    sameAddress(destination.tokenAddress, asset.address)
  );
}
