import type { ComponentChildren } from 'preact';
import { withSymbol } from '../../ui/amount.ts';
import { LOCALE } from '../../ui/messages/en/language.ts';
import { Foreign, Row } from '../../ui/parts.tsx';
import { INVOICE_DECIMALS, type Link, type Payment } from '../link.ts';
import { moreMessages } from '../messages/en/more.ts';
import { payeeNameMessages } from '../messages/en/payee-name.ts';
import type { At } from '../page-state.ts';
import { type Frame, money } from '../parts.tsx';
import { isNamed, PayeeName } from '../payee-name.tsx';
import { transactionsOf } from '../settled.ts';
import { apart } from './apart.tsx';
import { PayeeList, type PayeeRow } from './payee-list.tsx';

interface Shown {
  readonly link: Link;
  readonly frame: Frame;
}

interface MoreProps {
  readonly link?: Link;
  /** Where the page cannot show what the API said as a link of one network. */
  readonly state?: At<'unsupported'>;
  readonly frame: Frame;
}

/**
 * What is to know of a link beyond one amount and one address: the payee’s name, the rate, what was paid, all payees; and of
 * a bundle that is not paid together, where to pay its parts. It is loaded only for such links.
 */
export function More({ link, state, frame }: MoreProps): ComponentChildren {
  if (link === undefined) return state && apart(state, frame);
  const [payment] = link.payments;
  return (
    <>
      {link.kind === 'single' && isNamed(payment) && <PayeeName name={payment.ensName} />}
      {link.kind === 'single' && payment.paidUnits > 0n && <Parts payment={payment} />}
      {link.kind === 'single' && <Rate payment={payment} frame={frame} />}
      {link.kind !== 'single' && <Payees link={link} frame={frame} />}
    </>
  );
}

/** The whole, what was paid of it, and the rest that is due. */
function Parts({ payment }: { readonly payment: Payment }) {
  const { asset, conversion, amountUnits, paidUnits } = payment;
  const rest = conversion?.invoiceUnits ?? amountUnits;
  const text = (units: bigint) =>
    conversion === undefined
      ? money({ asset, units })
      : withSymbol(units, INVOICE_DECIMALS, conversion.currency);
  const rows = [
    [moreMessages.whole, rest + paidUnits],
    [moreMessages.alreadyPaid, paidUnits],
    [moreMessages.rest, rest],
  ] as const;
  return rows.map(([name, units]) => (
    <Row key={name} name={name} kind="sum">
      {text(units)}
    </Row>
  ));
}

function Rate({ payment, frame }: { readonly payment: Payment; readonly frame: Frame }) {
  const { asset, conversion, outcome } = payment;
  if (conversion === undefined) return null;
  const { currency, rate, rateAt } = conversion;
  const at = Date.parse(rateAt ?? '');
  return (
    <Row name={moreMessages.paidIn}>
      {moreMessages.about(money({ asset, units: payment.amountUnits }))}
      <p class="fine">
        {rate !== undefined && moreMessages.rate(asset.symbol, shortRate(rate), currency)}
        {frame.local &&
          outcome === undefined &&
          !Number.isNaN(at) &&
          ` ${(conversion.stale ? moreMessages.rateOld : moreMessages.rateSet)(ageText(Date.now() - at))}`}
      </p>
      {conversion.stale && <p class="notice">{moreMessages.rateStale}</p>}
    </Row>
  );
}

/** More decimals than money has say nothing to people. */
function shortRate(rate: string): string {
  return new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 6 }).format(Number(rate));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Up to two days are shown in hours: feeds of fiat currencies are set once a day. */
const DAYS_FROM_MS = 48 * HOUR_MS;

function ageText(ageMs: number): string {
  const [size, unit] =
    ageMs < HOUR_MS
      ? ([MINUTE_MS, 'minute'] as const)
      : ageMs < DAYS_FROM_MS
        ? ([HOUR_MS, 'hour'] as const)
        : ([24 * HOUR_MS, 'day'] as const);
  const ago = Math.max(0, Math.floor(ageMs / size));
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(-ago, unit);
}

/** The rows of a link are rendered once: hundreds of them are not compared at every step. */
const rendered = new WeakMap<Link, ReturnType<typeof payees>>();

function Payees({ link, frame }: Shown) {
  const known = rendered.get(link) ?? payees(link, frame);
  rendered.set(link, known);
  return known;
}

function payees(link: Link, frame: Frame) {
  const { payments } = link;
  const hidden = payments.every(({ payee }) => payee === undefined);
  const transactions = transactionsOf(link);
  const rows = payments.map((payment, at) => row(payment, at, transactions));
  return (
    <Row name={moreMessages.payees(payments.length)}>
      {hidden && frame.messages.payeeHidden}
      <PayeeList rows={rows} />
      {payments.some(isNamed) && <p class="fine">{payeeNameMessages.ensNote}</p>}
    </Row>
  );
}

function row(payment: Payment, at: number, transactions: readonly string[]): PayeeRow {
  const { asset, amountUnits: units, conversion, ensName, payee } = payment;
  const invoice =
    conversion && withSymbol(conversion.invoiceUnits, INVOICE_DECIMALS, conversion.currency);
  const shown = money({ asset, units });
  const due = units > 0n;
  const progress = progressOf(payment, transactions);
  const amount = due ? (invoice ?? shown) : moreMessages.notNow;
  const listed = (
    <li key={at} value={at + 1}>
      <span class="payee-amount">{amount}</span>
      {due && invoice !== undefined && <span class="fine">{moreMessages.about(shown)}</span>}
      {progress !== undefined && <span class="fine">{progress}</span>}
      {payee !== undefined && <span class="address">{payee}</span>}
      {isNamed(payment) && (
        <span class="fine">
          {payeeNameMessages.ensName} <Foreign text={ensName ?? ''} />
        </span>
      )}
    </li>
  );
  return { text: [amount, progress, payee, ensName].join(' '), shown: listed };
}

/** The result of a payment; undefined while it is due. */
function progressOf(
  { amountUnits, blocked, outcome }: Payment,
  transactions: readonly string[],
): string | undefined {
  if (amountUnits === 0n) {
    const isOpen = outcome?.paid === false && blocked === undefined;
    return isOpen ? moreMessages.unpaid : moreMessages.blocked(blocked ?? 'already_paid');
  }
  if (outcome === undefined) return undefined;
  const at = transactions.indexOf(outcome.hash ?? '');
  return transactions.length > 1 && at >= 0 ? moreMessages.paidBy(at + 1) : moreMessages.paid;
}
