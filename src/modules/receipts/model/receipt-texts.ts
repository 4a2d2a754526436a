import { currencyById } from '#catalog/currencies.ts';
import { type Language, localeOf } from '#kit/languages.ts';
import type { ReceiptAmount } from './receipt.ts';

/** An amount with the symbol that people know, with all of its digits. */
export function amountText({ amount, currency }: ReceiptAmount, language: Language): string {
  const text = `${decimalText(amount, language)} ${currencyById(currency)?.symbol ?? currency}`;
  return isRightToLeft(language) ? `\u2066${text}\u2069` : text;
}

/**
 * A decimal with the sign of the language before its decimals, and no other sign in it: digits that are grouped could be read as decimals
 * by whoever groups them otherwise.
 */
function decimalText(amount: string, language: Language): string {
  if (!isDecimal(amount)) return amount;
  const digits = amount.split('.')[1]?.length ?? 0;
  return new Intl.NumberFormat(localeOf(language).tag, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** As `Intl` writes it exactly, however long it is. */
const isDecimal = (text: string): text is `${number}` => /^\d+(?:\.\d{1,100})?$/.test(text);

/** A time of the chain for people in any place: in UTC, which it says. */
export function timeText(
  time: string,
  language: Language,
  { hasSeconds = true }: { readonly hasSeconds?: boolean } = {},
): string {
  // As receipts had it before there were other languages.
  if (language === 'en') return `${time.slice(0, hasSeconds ? 19 : 16).replace('T', ' ')} UTC`;
  return new Intl.DateTimeFormat(localeOf(language).tag, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(time));
}

/** A part of a text that is read from right to left, such as what somebody else wrote: by characters that are not seen, so that neither reorders the other. */
export function isolated(text: string, language: Language): string {
  return isRightToLeft(language) ? `\u2068${text}\u2069` : text;
}

/** Whether a language is read from right to left. */
export function isRightToLeft(language: Language): boolean {
  return localeOf(language).direction === 'rtl';
}
