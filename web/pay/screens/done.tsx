import type { ComponentChildren } from 'preact';
import { Check, Secondary, Title } from '../../ui/parts.tsx';
import { plainText } from '../../ui/plain-text.ts';
import type { Link } from '../link.ts';
import type { At } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';

/** What the screen is handed beside the others: the parts of a receipt, once they are here. */
interface DoneProps {
  readonly state: At<'done'>;
  readonly frame: LaterFrame;
  readonly billed: Pick<typeof import('../billed.ts'), 'Receipt' | 'Unpaid'> | undefined;
}

/**
 * The end. The way back is a button; nothing leads away by itself. Where the page does not know what was paid, it prints nothing: the
 * receipt that stands alone, to which the server leads below the page, has all of it.
 */
export function Done({ state, frame, billed }: DoneProps): ComponentChildren {
  const { messages } = frame;
  const { link, redirect } = state;
  return (
    <>
      <Check />
      <Title>{isWhole(link) ? messages.done.title : messages.done.partly}</Title>
      {billed ? <billed.Receipt state={state} frame={frame} /> : <div class="receipt-space" />}
      {billed && <billed.Unpaid state={state} frame={frame} />}
      {redirect !== undefined && (
        <>
          <a
            class="primary"
            href={redirect.url}
            rel="noopener noreferrer"
            aria-describedby="leads-to"
          >
            <bdi>{plainText(redirect.label ?? messages.done.redirect)}</bdi>
          </a>
          <p class="fine" id="leads-to">
            {messages.done.leadsTo} <bdi class="foreign">{redirect.host}</bdi>
          </p>
        </>
      )}
      {link !== undefined && (
        <Secondary onClick={() => frame.print()}>{messages.done.print}</Secondary>
      )}
    </>
  );
}

/** Whether all that is known of a link was paid. */
export function isWhole(link: Link | undefined): boolean {
  return link?.payments.some(({ outcome }) => outcome?.paid === false) !== true;
}
