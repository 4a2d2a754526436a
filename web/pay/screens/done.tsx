import type { ComponentChildren } from 'preact';
import { Secondary, Title } from '../../ui/parts.tsx';
import { plainText } from '../../ui/plain-text.ts';
import type { Link } from '../link.ts';
import type { LaterFrame } from '../parts.tsx';
import type { At } from '../places.ts';

/** What the screen is handed beside the others: the parts of a receipt, once they are here. */
interface DoneProps {
  readonly visit: At<'done'>;
  readonly frame: LaterFrame;
  readonly billed: Pick<typeof import('../billed.ts'), 'Receipt' | 'Unpaid'> | undefined;
}

/** The end. The way back is a button; nothing leads away by itself. */
export function Done({ visit, frame, billed }: DoneProps): ComponentChildren {
  const { words } = frame;
  const { link, redirect } = visit;
  return (
    <>
      <svg class="check" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m14 25 7 7 14-15" />
      </svg>
      <Title>{isWhole(link) ? words.done.title : words.done.partly}</Title>
      {billed && <billed.Receipt visit={visit} frame={frame} />}
      {billed && <billed.Unpaid visit={visit} frame={frame} />}
      {redirect !== undefined && (
        <>
          <a
            class="primary"
            href={redirect.url}
            rel="noopener noreferrer"
            aria-describedby="leads-to"
          >
            <bdi>{plainText(redirect.label ?? words.done.redirect)}</bdi>
          </a>
          <p class="fine" id="leads-to">
            {words.done.leadsTo} <bdi class="foreign">{redirect.host}</bdi>
          </p>
        </>
      )}
      <Secondary onClick={() => frame.print()}>{words.done.print}</Secondary>
    </>
  );
}

/** Whether all that is known of a link was paid. */
export function isWhole(link: Link | undefined): boolean {
  return link?.payments.some(({ outcome }) => outcome?.paid === false) !== true;
}
