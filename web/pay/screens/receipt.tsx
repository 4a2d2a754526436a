import { Row } from '../../ui/parts.tsx';
import { headlineOf, type Link, type Money, sumByAsset } from '../link.ts';
import { type LaterScreen, sumText } from '../parts.tsx';
import type { PlannedFee } from '../plan.ts';
import { transactionsOf } from '../settled.ts';
import { billedWords } from '../words/en-billed.ts';
import { FeeRow } from './bill.tsx';
import { Transaction } from './done.tsx';
import { Finality, timeText } from './finality.tsx';

/** What was paid in all, with which fees, and by which transactions. */
export const Receipt: LaterScreen<'done'> = ({ visit, frame }) => {
  const words = billedWords.receipt;
  const { link, hash, sentAt, fees = [] } = visit;
  if (link === undefined) return null;
  const told = transactionsOf(link);
  const hashes = told.length > 0 || hash === undefined ? told : [hash];
  const total = totalOf(link, fees);
  return (
    <dl class="bill">
      <Row name={paidName(link)} kind="sum strong">
        {sumText(headlineOf(link))} {frame.words.onNetwork(link.network.name)}
      </Row>
      {fees.map((fee) => (
        <FeeRow key={`${fee.address}${fee.asset.symbol}${fee.label}`} fee={fee} isPaid />
      ))}
      {total !== undefined && (
        <Row name={words.total} kind="sum strong">
          {sumText(total)}
        </Row>
      )}
      {frame.local && sentAt !== undefined && (
        <Row name={words.sentOn} kind="sum">
          {timeText(sentAt)}
        </Row>
      )}
      <Finality statuses={visit.statuses} />
      {hashes.map((one, at) => (
        <Transaction
          key={one}
          name={
            hashes.length > 1 ? words.transaction(at + 1, hashes.length) : frame.words.transaction
          }
          link={link}
          hash={one}
          frame={frame}
        />
      ))}
    </dl>
  );
};

function paidName({ kind, payments }: Link): string {
  const words = billedWords.receipt;
  const paid = payments.filter(({ outcome }) => outcome?.paid === true).length;
  if (kind === 'multicall') return words.paidOf(paid, payments.length);
  // What invoices of a batch came to that were paid before is told no more.
  const isRest = kind === 'batch' && payments.some(({ amountUnits }) => amountUnits === 0n);
  return isRest ? words.paidLast : words.paid;
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
