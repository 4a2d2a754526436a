import { PageFrame } from '../ui/page-frame.tsx';
import { Address, Copy, Foreign, Row } from '../ui/parts.tsx';
import { Headline } from './headline.tsx';
import type { Link } from './link.ts';
import type { PageState } from './page-state.ts';
import type { Frame } from './parts.tsx';
import { Connect } from './screens/connect.tsx';

/** Whether the first script alone can render a page state as the server did. */
export function isFirst(state: PageState): boolean {
  return isPlain(state) && state.at === 'connect';
}

/** Whether the link is one amount to one payee, and nothing more is to know of it. */
export function isPlain(state: PageState): boolean {
  const link = linkOf(state);
  if (link === undefined) return state.at !== 'unsupported';
  const [{ conversion, ensName, paidUnits }] = link.payments;
  return link.kind === 'single' && (conversion ?? ensName) === undefined && paidUnits === 0n;
}

interface PageProps {
  readonly state: PageState;
  readonly frame: Frame;
}

/** The whole page: the payment on top, where the payer is below it. */
export function Page({ state, frame }: PageProps) {
  const { messages } = frame;
  const link = linkOf(state);
  return (
    <PageFrame
      at={state.at}
      testMode={frame.config.mode === 'sandbox' ? messages.testMode : undefined}
      head={
        link === undefined ? (
          <h1 class="eyebrow">{messages.title}</h1>
        ) : (
          <Payment link={link} frame={frame} />
        )
      }
      screen={
        state.at === 'connect' ? (
          <Connect state={state} frame={frame} />
        ) : (
          frame.later?.screen(state, frame)
        )
      }
      said={frame.local ? frame.later?.announce(state, frame) : undefined}
    />
  );
}

function Payment({ link, frame }: { readonly link: Link; readonly frame: Frame }) {
  const { messages } = frame;
  const [{ payee }] = link.payments;
  return (
    <header>
      <h1 class="eyebrow">{messages.title}</h1>
      <Headline link={link} messages={messages} />
      <dl class="bill">
        {link.kind === 'single' && (
          <Row name={messages.payTo}>
            {payee === undefined ? (
              messages.payeeHidden
            ) : (
              <>
                <Address address={payee} />{' '}
                <Copy text={payee} label={messages.copyPayee} frame={frame} />
              </>
            )}
          </Row>
        )}
        {frame.more?.({ link, frame })}
        {link.reference !== undefined && (
          <Row name={messages.reference}>
            <Foreign text={link.reference} />
          </Row>
        )}
      </dl>
    </header>
  );
}

/** The payment that stands on top of the page in a state. */
export function linkOf(state: PageState): Link | undefined {
  if (state.at === 'unreachable' || state.at === 'limited') return state.kept?.link;
  return 'link' in state ? state.link : undefined;
}
