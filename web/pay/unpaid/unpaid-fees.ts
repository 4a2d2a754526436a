import { getAddress, isAddress } from 'viem';
import { member, texts } from '../../engine/members.ts';
import { unitsOf } from '../../ui/amount.ts';
import { TRUSTED } from '../../wallet/trusted.generated.ts';
import { FIAT_HASHES } from '../../wallet/trusted-contracts.generated.ts';
import type { TrustedNetwork } from '../../wallet/trusted-network.ts';
import { recordsOf } from '../finality.ts';
import { assetOf, INVOICE_DECIMALS, type Money } from '../link.ts';
import type { PlannedFee } from '../plan.ts';

/** A fee that a completed link was paid without. */
export interface UnpaidFee extends PlannedFee {
  /** What a payment of it must carry: eight bytes as hex. */
  readonly reference: string;
  /** What it takes of the wallet; of a converted one at most. */
  readonly spend: Money;
  /** Whether it is of an invoice in another currency. */
  readonly isConverted: boolean;
}

/** The fees that a completed link was paid without, and where they are paid. */
export interface UnpaidFees {
  readonly networkId: string;
  readonly network: TrustedNetwork;
  /** Never empty, each with a reference of its own. */
  readonly fees: readonly UnpaidFee[];
}

/** Why fees that are listed cannot be paid here. */
export type UnpaidProblem =
  /** This page cannot read one of them, or they are not of one network. */
  | 'unknown'
  /** They are of parts of a bundle, and each is paid on the link of its part. */
  | 'inParts'
  /** One is of an invoice in another currency, and no node told the rate. */
  | 'noRate'
  /** The contract would refuse that rate for its age. */
  | 'staleRate';

/** One line of what the API lists, as it is shown. */
export interface ListedFee {
  readonly label: string;
  readonly amount: string;
  readonly currency: string;
  readonly recipient: string;
  /** What a converted one takes at most, where the API says it. */
  readonly most: Money | undefined;
  /** The token of the link on which it is paid, where that is not this one. */
  readonly partToken: string | undefined;
}

const TEXTS = [
  'feeLabel',
  'feeBearer',
  'amount',
  'currency',
  'paymentCurrency',
  'recipient',
  'paymentReference',
  'securePaymentToken',
] as const;

const REFERENCE = /^0x[0-9a-f]{16}$/i;
const TOKEN = /^[0-9A-Z]{26}$/;
const UNITS = /^(0|[1-9][0-9]{0,77})$/;

/** Every fee that the API lists as outstanding, for people to read. */
export function listedFees(answer: unknown): readonly ListedFee[] {
  return recordsOf(answer).map((fee) => {
    const { feeLabel: label = '', amount = '', currency = '', recipient = '' } = texts(fee, TEXTS);
    const symbol = networkAndAsset(currency)?.asset.symbol ?? currency;
    const read = readFee(fee);
    const most = typeof read === 'object' && read.fee.isConverted ? read.fee.spend : undefined;
    const partToken = partOf(fee);
    return { label, amount, currency: symbol, recipient, most, partToken };
  });
}

/**
 * The fees that the API lists as outstanding, where this page can pay all of them: in tokens or coins
 * of one network that it knows, or in another currency with a rate. Otherwise why it cannot.
 */
export function readUnpaidFees(answer: unknown): UnpaidFees | UnpaidProblem {
  const read = recordsOf(answer).map(readFee);
  if (read.length > 0 && recordsOf(answer).every(partOf)) return 'inParts';
  const known = read.filter((one) => typeof one === 'object');
  const [first] = known;
  const problems = read.filter((one) => typeof one === 'string');
  const [problem] = problems;
  if (problem !== undefined) return problems.includes('unknown') ? 'unknown' : problem;
  const references = new Set(known.map(({ fee }) => fee.reference));
  const isOne = known.every(({ networkId }) => networkId === first?.networkId);
  if (first === undefined || !isOne || references.size !== known.length) return 'unknown';
  const { networkId, network } = first;
  return { networkId, network, fees: known.map(({ fee }) => fee) };
}

/** Whether the API still lists one of these fees. */
export function isListed(answer: unknown, references: readonly string[]): boolean {
  return recordsOf(answer).some((fee) => {
    const { paymentReference = '' } = texts(fee, TEXTS);
    return references.includes(paymentReference.toLowerCase());
  });
}

/** Whether fees are of Tron, whose currencies and wallets this page has to load. */
export function areOfTron(answer: unknown): boolean {
  return recordsOf(answer).some((fee) => {
    const { currency = '', paymentCurrency = currency } = texts(fee, TEXTS);
    return paymentCurrency.endsWith('-tron');
  });
}

function partOf(answer: unknown): string | undefined {
  const { securePaymentToken: token = '' } = texts(answer, TEXTS);
  return TOKEN.test(token) ? token : undefined;
}

interface ReadFee extends Omit<UnpaidFees, 'fees'> {
  readonly fee: UnpaidFee;
}

function readFee(answer: unknown): ReadFee | UnpaidProblem {
  const { feeLabel: label, feeBearer, ...fee } = texts(answer, TEXTS);
  const { amount = '', recipient = '', paymentReference = '', currency = '' } = fee;
  const { paymentCurrency = currency } = fee;
  const paidOn = networkAndAsset(paymentCurrency);
  if (paidOn === undefined || !REFERENCE.test(paymentReference)) return 'unknown';
  const { networkId, network, asset: paidIn } = paidOn;
  const address = addressOn(network, recipient);
  if (address === undefined) return 'unknown';
  const isConverted = currency !== paymentCurrency;
  const asset = isConverted ? fiatOf(currency) : paidIn;
  const units = asset && unitsOf(amount, asset.decimals);
  if (asset === undefined || units === undefined || units === 0n) return 'unknown';
  const most = isConverted ? readMost(answer, { asset, units }) : units;
  if (typeof most === 'string') return most;
  // Only tokens are what the contract converts into.
  if (isConverted && paidIn.address === undefined) return 'unknown';
  const money = { asset, units, spend: { asset: paidIn, units: most }, isConverted };
  const bearer = feeBearer === 'payee' ? ('payee' as const) : ('payer' as const);
  const reference = paymentReference.toLowerCase();
  return {
    networkId,
    network,
    fee: { ...money, label, percentage: undefined, address, bearer, reference },
  };
}

/** An address as its network shows it; of one with a checksum of its own that is read with the bytes. */
function addressOn({ addressPattern }: TrustedNetwork, text: string): string | undefined {
  if (addressPattern !== undefined) return addressPattern.test(text) ? text : undefined;
  return isAddress(text, { strict: false }) ? getAddress(text) : undefined;
}

/** The most that a fee in another currency takes, in units of the token. */
function readMost(answer: unknown, { asset, units }: Money): bigint | UnpaidProblem {
  const conversion = member(answer, 'conversion');
  if (conversion === undefined) return 'noRate';
  const { invoiceCurrency, invoiceAmount = '', maxAmount = '' } = texts(conversion, QUOTE_TEXTS);
  const isSame =
    invoiceCurrency === asset.symbol && unitsOf(invoiceAmount, INVOICE_DECIMALS) === units;
  if (!isSame || !UNITS.test(maxAmount)) return 'unknown';
  return member(conversion, 'isStale') === true ? 'staleRate' : BigInt(maxAmount);
}

const QUOTE_TEXTS = ['invoiceCurrency', 'invoiceAmount', 'maxAmount'] as const;

function fiatOf(currency: string) {
  if (!Object.hasOwn(FIAT_HASHES, currency)) return undefined;
  return { symbol: currency, decimals: INVOICE_DECIMALS, address: undefined };
}

function networkAndAsset(currency: string) {
  for (const [networkId, network] of Object.entries(TRUSTED)) {
    const asset = assetOf(network, currency);
    if (asset !== undefined) return { networkId, network, asset };
  }
  return undefined;
}
