import type { ComponentChildren } from 'preact';
import { showAmount } from '../ui/amount.ts';
import { Address, type Copying, Foreign, Row } from '../ui/parts.tsx';
import type { PageConfig } from './config.ts';
import type { Messages } from './messages/en.ts';
import type { At, Notice, PageEvent, StateName } from './page-state.ts';
import { dueTimes, instalmentUnits, type Schedule, totalUnits } from './schedule.ts';

/** What every screen is handed beside its state. */
export interface Frame extends Copying {
  readonly config: PageConfig;
  readonly messages: Messages;
  dispatch(event: PageEvent): void;
}

/** A screen shows one state. */
export type Screen<P extends StateName> = (props: {
  readonly state: At<P>;
  readonly frame: Frame;
}) => ComponentChildren;

interface Shown {
  readonly schedule: Schedule;
  readonly frame: Frame;
}

/** Something to know on coming back to a screen. */
export function Noticed(props: { readonly notice: Notice | undefined; readonly frame: Frame }) {
  const { notice, frame } = props;
  return notice === undefined ? null : <p class="notice">{frame.messages.notices[notice]}</p>;
}

/** An amount of the schedule's token, with its symbol. */
export function amountOf({ token }: Schedule, units: bigint): string {
  return `${showAmount(units, token.decimals)} ${token.symbol}`;
}

/** A day, as the payer's own clock and language have it. */
export function dayOf(atS: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(atS * 1_000);
}

/** A day and the time of it. */
export function momentOf(atS: number, dateStyle: 'long' | 'medium' = 'long'): string {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle, timeStyle: 'short' });
  return format.format(atS * 1_000);
}

/** The schedule in one sentence: how much, how often, from when on, and the most that it takes. */
export function Headline({ schedule, frame }: Shown) {
  const { messages } = frame;
  const amount = amountOf(schedule, schedule.amountUnits);
  const every = messages.every(schedule.periodSeconds);
  const total = amountOf(schedule, totalUnits(schedule));
  return (
    <>
      <p class="amount">{messages.headline(amount, every, schedule.totalPayments)}</p>
      <p>
        {messages.first(dayOf(schedule.firstAt))}, {messages.atMost(total, hasFees(schedule))}.
      </p>
    </>
  );
}

function hasFees({ feeUnits, relayerFeeUnits }: Schedule): boolean {
  return feeUnits + relayerFeeUnits > 0n;
}

/** Every part of the schedule: who pays whom what, every fee, the sum, and each date. */
export function Bill({ schedule, frame }: Shown) {
  const messages = frame.messages.bill;
  const { token, network, feeUnits, relayerFeeUnits, reference } = schedule;
  return (
    <>
      <dl class="bill" aria-label={messages.label}>
        <Row name={messages.to}>
          <Address address={schedule.payee} />
        </Row>
        <Row name={messages.network}>{messages.on(token.symbol, network.name)}</Row>
        {reference !== undefined && (
          <Row name={messages.reference}>
            <Foreign text={reference} />
          </Row>
        )}
        <Row name={messages.amount} kind="sum">
          {amountOf(schedule, schedule.amountUnits)}
        </Row>
        {feeUnits > 0n && (
          <Row name={messages.fee} kind="sum">
            {amountOf(schedule, feeUnits)}
          </Row>
        )}
        {feeUnits > 0n && schedule.feeAddress !== undefined && (
          <Row name={`${messages.fee} ${messages.feeTo}`}>
            <Address address={schedule.feeAddress} />
          </Row>
        )}
        {relayerFeeUnits > 0n && (
          <Row name={messages.relayerFee} kind="sum">
            {amountOf(schedule, relayerFeeUnits)}
          </Row>
        )}
        {hasFees(schedule) && (
          <Row name={messages.each} kind="sum">
            {amountOf(schedule, instalmentUnits(schedule))}
          </Row>
        )}
        <Row name={messages.total(schedule.totalPayments)} kind="sum strong">
          {amountOf(schedule, totalUnits(schedule))}
        </Row>
      </dl>
      <Dates schedule={schedule} frame={frame} />
    </>
  );
}

/** More dates than these stand behind a line that opens them. */
const DATES_OPEN_MAX = 12;

/** Each date on which a payment is due, and which of them were paid. */
function Dates({ schedule, frame }: Shown) {
  const messages = frame.messages.bill;
  const times = dueTimes(schedule);
  return (
    <details class="dates" open={times.length <= DATES_OPEN_MAX}>
      <summary>{messages.dates(times.length)}</summary>
      <ol>
        {times.map((atS, index) => {
          const isPaid = schedule.paid.has(index);
          return (
            <li key={atS}>
              <time dateTime={new Date(atS * 1_000).toISOString()}>{momentOf(atS, 'medium')}</time>
              {isPaid && <span class="paid">{messages.paid}</span>}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
