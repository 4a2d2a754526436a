import { Copy, Row } from '../../ui/parts.tsx';
import { Allowances } from '../allowances.tsx';
import { Explorer } from '../explorer.tsx';
import { headlineOf, type Link, type Money, sumByAsset } from '../link.ts';
import { billedMessages } from '../messages/en/billed.ts';
import { type LaterFrame, type LaterScreen, sumText } from '../parts.tsx';
import { progressOfPayments } from '../payment-progress.ts';
import type { PlannedFee } from '../plan.ts';
import { paidFeesOf } from '../reported-paid-fees.ts';
import { transactionsOf } from '../settled.ts';
import { FeeRow } from './bill.tsx';
import { Finality, timeText } from './finality.tsx';

/** What was paid in all as far as it is known, with which fees, by which transactions; and what may still be taken. */
export const Receipt: LaterScreen<'done'> = ({ state, frame }) => {
  const messages = billedMessages.receipt;
  const { link, hash, sentAt } = state;
  const fees = paidFeesOf(state);
  const answer =
    link === undefined
      ? progressOfPayments(state.statuses).map((payment) => payment.hash)
      : transactionsOf(link);
  const hashes = answer.length > 0 || hash === undefined ? answer : [hash];
  const total = link && totalOf(link, fees);
  if (link === undefined && hash === undefined) return null;
  return (
    <>
      <dl class="bill">
        {link !== undefined && (
          <Row name={paidName(link)} kind="sum strong">
            {sumText(headlineOf(link))} {frame.messages.onNetwork(link.network.name)}
          </Row>
        )}
        {fees.map((fee) => (
          <FeeRow key={`${fee.address}${fee.asset.symbol}${fee.label}`} fee={fee} isPaid />
        ))}
        {total !== undefined && (
          <Row name={messages.total} kind="sum strong">
            {sumText(total)}
          </Row>
        )}
        {frame.local && sentAt !== undefined && (
          <Row name={messages.sentOn} kind="sum">
            {timeText(sentAt)}
          </Row>
        )}
        <Finality statuses={state.statuses} />
        {hashes.map((one, at) => (
          <Transaction
            key={one}
            name={
              hashes.length > 1
                ? messages.transaction(at + 1, hashes.length)
                : frame.messages.transaction
            }
            link={link}
            hash={one}
            frame={frame}
          />
        ))}
      </dl>
      <Allowances state={state} frame={frame} />
    </>
  );
};

function paidName({ kind, payments }: Link): string {
  const messages = billedMessages.receipt;
  const paid = payments.filter(({ outcome }) => outcome?.paid === true).length;
  if (kind === 'multicall') return messages.paidOf(paid, payments.length);
  // Amounts of invoices of a batch that were paid before are not shown.
  const isRest = kind === 'batch' && payments.some(({ amountUnits }) => amountUnits === 0n);
  return isRest ? messages.paidLast : messages.paid;
}

/**
 * What left the payer; undefined without a fee on top, where currencies cannot be added up, and of a
 * bundle, of which others may have paid a part with fees that are not known here.
 */
function totalOf(link: Link, fees: readonly PlannedFee[]): readonly Money[] | undefined {
  const onTop = fees.filter(({ bearer }) => bearer === 'payer');
  const converts = link.payments.some(({ conversion }) => conversion !== undefined);
  const adds = link.kind === 'single' || (link.kind === 'batch' && !converts);
  if (onTop.length === 0 || !adds) return undefined;
  return sumByAsset([...headlineOf(link), ...onTop]);
}

interface TransactionProps {
  readonly name: string;
  readonly link: Link | undefined;
  readonly hash: string;
  readonly frame: LaterFrame;
}

/** A transaction that paid, and its explorer link. */
function Transaction({ name, link, hash, frame }: TransactionProps) {
  return (
    <Row name={name}>
      <span class="address hash">{hash}</span> <Copy text={hash} frame={frame} />
      {link !== undefined && <Explorer link={link} hash={hash} frame={frame} />}
      {frame.config.mode === 'sandbox' && <p class="fine">{frame.messages.done.localChain}</p>}
    </Row>
  );
}
