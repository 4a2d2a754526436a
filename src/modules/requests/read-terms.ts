import { CONVERSION_SYMBOLS, conversionPath } from '#catalog/conversion-paths.ts';
import {
  type Currency,
  currencyById,
  type FiatCurrency,
  fiatByCode,
  isPayable,
} from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { INVOICE_DECIMALS } from '#catalog/request-units.ts';
import type { Chain, PaymentKind } from '#chains/chain.ts';
import { accountOf, type Context, type Settings } from '#context.ts';
import { parseAmount } from '#kit/amount.ts';
import { refuseField } from '#kit/failure.ts';
import { readAddress } from '#modules/destinations/index.ts';
import type { AgreedConversion, RequestFee } from './model/terms.ts';
import { type FeeInput, readFee } from './read-fee.ts';

/** The invoiced amount, the payee, the chain and how it is paid. */
export interface RequestTerms {
  readonly accountId: string;
  readonly chain: Chain;
  readonly kind: PaymentKind;
  /** What moves. */
  readonly currency: Currency;
  /** In the form in which its chain shows addresses. */
  readonly payeeAddress: string;
  /** In the smallest unit of the currency, or of the invoice with eight decimals where it is converted. */
  readonly expectedUnits: bigint;
  readonly fee: RequestFee | undefined;
  /** Only of a conversion. */
  readonly conversion: AgreedConversion | undefined;
  /** The field of the call that holds the amount, for refusals. */
  readonly amountField: string;
}

/** The invoiced amount, as in a call. */
export interface TermsInput extends FeeInput {
  readonly payee: string;
  /** A human-readable decimal, in the invoice's currency. */
  readonly amount: string;
  readonly invoiceCurrency: string;
  readonly paymentCurrency: string;
}

/** The caller, the connected networks and the settings: terms need no database. */
type TermsContext = Pick<Context, 'actor' | 'chains'> & {
  readonly settings: Pick<Settings, 'mode' | 'conversion'>;
};

/** Where in a body the terms stand, for the messages of refusals. */
interface Within {
  /** Such as `requests[2]`; empty where they are the whole body. */
  readonly fieldPrefix?: string;
  /** The name of the field for the payment currency, where that is not `paymentCurrency`. */
  readonly currencyField?: string;
  /** The field that says who is paid, where that is not `payee`. */
  readonly payeeField?: string;
}

/**
 * The terms of a request, from the input of a call.
 *
 * Refuses (400) a currency that is unknown or cannot be paid, a pair without a path of rates, a
 * network that this installation is not connected to or that cannot do this, what is no wallet
 * there, an amount that is none, and a fee that is none. Writes nothing and reads no chain.
 */
export function readTerms(ctx: TermsContext, input: TermsInput, within: Within = {}): RequestTerms {
  const { fieldPrefix = '', currencyField = 'paymentCurrency', payeeField = 'payee' } = within;
  const at = (field: string) => (fieldPrefix === '' ? field : `${fieldPrefix}.${field}`);
  const currency = readPaymentCurrency(input.paymentCurrency, at(currencyField));
  const network = NETWORKS[currency.network];
  const invoice = readInvoiceCurrency(input, currency, at('invoiceCurrency'));
  const payee = readAddress(network.family, input.payee);
  if ('problem' in payee) throw refuseField(at(payeeField), `${at(payeeField)} ${payee.problem}`);
  if (payee.text === currency.address) {
    const problem = "is the token's own contract; money sent there is lost";
    throw refuseField(at(payeeField), `${at(payeeField)} ${problem}`);
  }
  const chain = chainFor(ctx, currency, at(currencyField));
  const conversion =
    invoice && conversionFor(ctx, { chain, invoice, currency, field: at('invoiceCurrency') });
  const kind = conversion ? 'conversion' : currency.type === 'ETH' ? 'native' : 'token';
  if (kind !== 'token' && !chain.capabilities[kind]) {
    const message = `${currency.id} cannot be paid on ${network.name} here`;
    throw refuseField(at(currencyField), message, 'unsupported_currency');
  }
  const { decimals, symbol } = invoice ?? currency;
  const units = parseAmount(input.amount, { field: at('amount'), decimals, symbol });
  const expectedUnits = invoice ? units * 10n ** BigInt(INVOICE_DECIMALS - decimals) : units;
  const fee = readFee(ctx, input, {
    family: network.family,
    tokenAddress: currency.address,
    expectedUnits,
  });
  return {
    accountId: accountOf(ctx),
    chain,
    kind,
    currency,
    payeeAddress: payee.text,
    expectedUnits,
    fee,
    conversion,
    amountField: at('amount'),
  };
}

function readPaymentCurrency(text: string, field: string): Currency {
  const currency = currencyById(text);
  if (currency !== undefined && isPayable(currency)) return currency;
  if (currency !== undefined) {
    const message = `${field} ${currency.id} is listed, but payments in it are not supported`;
    throw refuseField(field, message, 'unsupported_currency');
  }
  const message =
    fiatByCode(text) === undefined
      ? `${field} "${shortened(text)}" is not a supported currency: name a currency id such as "USDC-base"`
      : `${field} must be a token or coin: nothing can be paid in ${text}`;
  throw refuseField(field, message, 'unsupported_currency');
}

/** The fiat currency of the invoice, or undefined where it is in what is paid. */
function readInvoiceCurrency(
  input: TermsInput,
  currency: Currency,
  field: string,
): FiatCurrency | undefined {
  const { invoiceCurrency } = input;
  if (currencyById(invoiceCurrency)?.id === currency.id) return undefined;
  const fiat = fiatByCode(invoiceCurrency);
  if (fiat === undefined) {
    const message = `${field} must be the paymentCurrency, or USD, EUR, CNY, GBP or JPY`;
    throw refuseField(field, message, 'unsupported_currency');
  }
  if (!CONVERSION_SYMBOLS.includes(currency.symbol)) {
    const payable = CONVERSION_SYMBOLS.join(', ');
    const message = `${field} ${fiat.id} can be paid in ${payable}, not in ${currency.symbol}`;
    throw refuseField(field, message, 'conversion_not_supported');
  }
  return fiat;
}

interface ConversionQuery {
  readonly chain: Chain;
  readonly invoice: FiatCurrency;
  readonly currency: Currency;
  readonly field: string;
}

function conversionFor(ctx: TermsContext, query: ConversionQuery): AgreedConversion {
  const { invoice, currency, field } = query;
  const sandbox = ctx.settings.mode === 'sandbox';
  const path = conversionPath(invoice.id, currency, { sandbox });
  if (path === undefined || !query.chain.capabilities.conversion) {
    const message = `${field}: no rate leads from ${invoice.id} to ${currency.id} on ${query.chain.network.name}`;
    throw refuseField(field, message, 'conversion_not_supported');
  }
  const { maxRateAgeSeconds, slippageBps } = ctx.settings.conversion;
  return { invoiceCurrencyId: invoice.id, path, maxRateAgeSeconds, slippageBps };
}

function chainFor(ctx: TermsContext, currency: Currency, field: string): Chain {
  const network = NETWORKS[currency.network];
  const chain = ctx.chains.get(network.id);
  if (chain !== undefined) return chain;
  const names = ctx.chains.all
    .map((one) => `${one.network.name} (${one.network.chainId})`)
    .join(', ');
  const message = `Payments on ${network.name} are not available here: ${
    names === '' ? 'no network is configured' : `configured are ${names}`
  }`;
  throw refuseField(field, message, 'unsupported_network');
}

/** What is repeated of a caller's text is short, whatever was sent. */
const REPEATED_MAX = 64;

function shortened(text: string): string {
  return text.slice(0, REPEATED_MAX);
}
