import { Copy, Row, Secondary, Title } from '../../ui/parts.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { Explorer } from '../explorer.tsx';
import { headlineOf, type Link } from '../link.ts';
import { type LaterFrame, type LaterScreen, sumText } from '../parts.tsx';
import type { At } from '../places.ts';

/** The receipt. The way back is a button; nothing leads away by itself. */
export const Done: LaterScreen<'done'> = ({ visit, frame }) => {
  const { words } = frame;
  return (
    <>
      <svg class="check" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m14 25 7 7 14-15" />
      </svg>
      <Title>{words.done.title}</Title>
      <Receipt visit={visit} frame={frame} />
      {visit.redirect !== undefined && (
        <a class="primary" href={visit.redirect.url} rel="noopener noreferrer">
          <bdi>{plainText(visit.redirect.label ?? words.done.redirect)}</bdi>
        </a>
      )}
      <Secondary onClick={() => frame.print()}>{words.done.print}</Secondary>
    </>
  );
};

/** Whether others of several payments were made before the transaction that the receipt is of. */
function isRest({ kind, payments }: Link): boolean {
  return kind !== 'single' && payments.some(({ amountUnits }) => amountUnits === 0n);
}

function Receipt({ visit, frame }: { readonly visit: At<'done'>; readonly frame: LaterFrame }) {
  const { words } = frame;
  const { link, hash, sentAt } = visit;
  return (
    <dl class="bill">
      {link !== undefined && (
        <Row name={isRest(link) ? words.done.paidLast : words.done.paid} kind="sum strong">
          {sumText(headlineOf(link))} {words.onNetwork(link.network.name)}
        </Row>
      )}
      {frame.local && sentAt !== undefined && (
        <Row name={words.done.sentOn} kind="sum">
          {new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(
            sentAt,
          )}
        </Row>
      )}
      {hash !== undefined && (
        <Row name={words.transaction}>
          <span class="address hash">{hash}</span> <Copy text={hash} frame={frame} />
          {link !== undefined && <Explorer link={link} hash={hash} frame={frame} />}
          {frame.config.mode === 'sandbox' && <p class="fine">{words.done.localChain}</p>}
        </Row>
      )}
    </dl>
  );
}
