import { PageFrame } from '../../ui/page-frame.tsx';
import { Address, Check, Foreign, Row, Title, Waiting } from '../../ui/parts.tsx';
import { Headline } from '../headline.tsx';
import type { Link } from '../link.ts';
import { embedMessages as messages } from '../messages/en/embed.ts';
import { PayeeName } from '../payee-name.tsx';
import type { FrameConfig } from './config.ts';
import type { FrameState } from './frame-state.ts';

interface FrameProps {
  readonly state: FrameState;
  readonly config: FrameConfig;
  /** What the address of this page names behind `#`, which the pay page compares with the payment. */
  readonly fragment: string;
  readonly onOpen: () => void;
}

/** A payment within a shop’s page: what is asked for, what became of it, and the way to the page that pays. */
export function Frame(props: FrameProps) {
  const { state, config } = props;
  const { link, payeeName } = state;
  const { title } = shownOf(state);
  return (
    <PageFrame
      at={state.at}
      testMode={config.mode === 'sandbox' ? messages.testMode : undefined}
      head={
        <header>
          <h1 class="eyebrow">{messages.title}</h1>
          {link && <Bill link={link} payeeName={payeeName} />}
        </header>
      }
      screen={<Screen {...props} />}
      said={{ text: state.at === 'payable' ? '' : title, alarm: '' }}
    />
  );
}

interface BillProps {
  readonly link: Link;
  readonly payeeName: string | undefined;
}

function Bill({ link, payeeName }: BillProps) {
  const [{ payee }, ...others] = link.payments;
  return (
    <>
      <Headline link={link} messages={messages} />
      <dl class="bill">
        <Row name={messages.payTo}>
          {others.length > 0 ? (
            messages.payees(link.payments.length)
          ) : payee === undefined ? (
            messages.payeeHidden
          ) : (
            <Address address={payee} />
          )}
        </Row>
        {payeeName !== undefined && <PayeeName name={payeeName} />}
        {link.reference !== undefined && (
          <Row name={messages.reference}>
            <Foreign text={link.reference} />
          </Row>
        )}
      </dl>
    </>
  );
}

/** The states in which the pay page has something to show that is not shown here. */
const LEADS_ON: ReadonlySet<string> = new Set([
  ...['payable', 'proposed', 'submitted', 'confirmed', 'unread'],
]);

function Screen({ state, config, fragment, onOpen }: FrameProps) {
  const { at, link, isOpened, isLate } = state;
  const { title, text } = shownOf(state);
  const isMain = at === 'payable' && !isOpened;
  const name =
    at === 'confirmed' ? messages.receipt : isOpened ? messages.openAgain : messages.open;
  return (
    <>
      {at === 'confirmed' && <Check />}
      {at === 'submitted' ? <Waiting text={title} /> : <Title>{title}</Title>}
      <p>{text}</p>
      {at === 'payable' && link === undefined && <p>{messages.notShown}</p>}
      {isLate && at !== 'unread' && <p class="notice">{messages.late}</p>}
      {LEADS_ON.has(at) && config.token !== '' && (
        <a
          class={isMain ? 'primary' : 'secondary'}
          href={pathOf(state, config, fragment)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onOpen}
        >
          {name}
        </a>
      )}
    </>
  );
}

function shownOf({ at, isOpened }: FrameState): { readonly title: string; readonly text: string } {
  return at === 'payable' && isOpened ? messages.opened : messages.statuses[at];
}

/** The receipt, or the page that pays in the language of this frame where that was chosen. */
function pathOf({ at }: FrameState, { token, lang }: FrameConfig, fragment: string): string {
  return `/${at === 'confirmed' ? 'receipt/' : ''}?token=${encodeURIComponent(token)}${lang ? `&lang=${lang}` : ''}${fragment}`;
}
