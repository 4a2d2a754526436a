import { LOCALE } from '../../ui/messages/en/language.ts';
import { Row } from '../../ui/parts.tsx';
import { isFinal } from '../finality.ts';
import { billedMessages } from '../messages/en/billed.ts';
import { progressOfPayments } from '../payment-progress.ts';

/** Since when a payment counts, in which block it is, and whether the network can still take it back. */
export function Finality({ statuses }: { readonly statuses: unknown }) {
  const messages = billedMessages.receipt;
  const payments = progressOfPayments(statuses);
  if (payments.length === 0) return null;
  const finalAt = Math.max(...payments.map(({ finalized }) => finalized?.at ?? 0));
  return (
    <>
      <Row name={messages.confirmed} kind="sum">
        {payments.map(({ hash, seen, confirmed }) => (
          <div key={hash}>
            {confirmed !== undefined && `${timeText(confirmed.at)}, `}
            {messages.block(seen.blockNumber)}
          </div>
        ))}
      </Row>
      <Row name={messages.final}>
        {isFinal(statuses) === true ? messages.finalSince(timeText(finalAt)) : messages.notFinal}
      </Row>
    </>
  );
}

/** A time in the zone of the payer, which only the browser knows. */
export function timeText(at: number): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}
